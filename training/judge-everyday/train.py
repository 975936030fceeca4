# Teaches the judge (models/judge): does this sentence answer this question (head 0), does this passage bear this claim (head 1). Starts from the bilingual encoder's int8 weights.
# Needs PyTorch, transformers, onnx, onnxruntime and a GPU; WORK is a folder with the files named in README.md beside this; OUTDIR takes j.q8.onnx; BUDGET is seconds.
import os,sys,json,random,math,time,re,lzma,collections,numpy as np,torch,torch.nn.functional as F,onnx
from onnx import numpy_helper
from transformers import BertConfig,BertModel,BertTokenizerFast
torch.set_float32_matmul_precision('high');T0=time.time();BUDGET=float(os.environ.get('BUDGET','420'));LAYERS=int(os.environ.get('LAYERS','12'));OUT=os.environ['OUTDIR'];W=os.environ.get('WORK','work')+'/';os.makedirs(OUT,exist_ok=True)
def log(*a): print(f'[{time.time()-T0:.0f}]',*a,flush=True)
random.seed(3);torch.manual_seed(3)
g=onnx.load(W+'model.q8.onnx').graph;ini={i.name:numpy_helper.to_array(i) for i in g.initializer};sd={}
def deq(b):
    q=ini[b+'_quantized'].astype(np.float32);s=ini[b+'_scale'].astype(np.float32);z=ini[b+'_zero_point'].astype(np.float32)
    return (q-z)*s
for k,v in ini.items():
    if v.dtype==np.float32 and k.startswith('m.'): sd[k[2:]]=torch.tensor(v)
for k in list(ini):
    if k.endswith('_quantized') and k.startswith('m.'): sd[k[2:-10]]=torch.tensor(deq(k[:-10]))
for n in g.node:
    if n.op_type in('MatMulInteger','DynamicQuantizeMatMul') :
        b=[x for x in n.input if x.endswith('_quantized') and x in ini]
        if b:
            key=n.name.strip('/').replace('/MatMul_quant','').replace('/MatMul','').replace('/','.')
            key=key[2:] if key.startswith('m.') else key
            sd[key+'.weight']=torch.tensor(deq(b[0][:-10]).T.copy())
V=sd['embeddings.word_embeddings.weight'].shape[0];log('tensors',len(sd),'vocab',V,[k for k in sd if 'layer.0.' in k][:20])
tok=BertTokenizerFast(W+'vocab.txt',do_lower_case=True)
cfg=dict(vocab_size=V,hidden_size=384,num_attention_heads=12,intermediate_size=1536,max_position_embeddings=512,type_vocab_size=2,hidden_dropout_prob=0.1,attention_probs_dropout_prob=0.1)
def build(n):
    m=BertModel(BertConfig(num_hidden_layers=n,**cfg),add_pooling_layer=False);pick=list(range(12)) if n==12 else [round(i*11/(n-1)) for i in range(n)]
    s={}
    for k,v in sd.items():
        if k.startswith('encoder.layer.'):
            i=int(k.split('.')[2])
            if i in pick: s['encoder.layer.%d.'%pick.index(i)+k.split('.',3)[3]]=v
        else: s[k]=v
    r=m.load_state_dict(s,strict=False);log('missing',r.missing_keys[:6],'unexpected',r.unexpected_keys[:6]);return m
enc=build(12).cuda().eval()
@torch.no_grad()
def emb(x,n=128):
    o=[]
    for i in range(0,len(x),512):
        b=tok(x[i:i+512],padding=True,truncation=True,max_length=n,return_tensors='pt').to('cuda')
        with torch.autocast('cuda',dtype=torch.bfloat16): h=enc(input_ids=b['input_ids'],attention_mask=b['attention_mask']).last_hidden_state
        k=b['attention_mask'].unsqueeze(-1).float();o.append(F.normalize((h.float()*k).sum(1)/k.sum(1),dim=-1))
    return torch.cat(o)
SP=re.compile(r'(?<=[.!?…])["»”)]*\s+(?=["«“(]?[A-ZА-ЯЁ0-9])')
def sents(t):
    o=[];p=0
    for m in SP.finditer(t): o.append((p,m.start()));p=m.end()
    o.append((p,len(t)));return [(a,b) for a,b in o if b-a>2]
def read(f,keep=lambda i:True):
    d=json.load(open(W+f))['data'];P=[];Q=[]
    for i,a in enumerate(d):
        if not keep(i): continue
        for p in a['paragraphs']:
            ss=sents(p['context']);P.append([p['context'][x:y] for x,y in ss])
            for q in p['qas']:
                ans=[(x['answer_start'],x['answer_start']+len(x['text'])) for x in q['answers']]
                hit={j for j,(x,y) in enumerate(ss) for s,e in ans if s<y and e>x}
                if hit: Q.append((q['question'],len(P)-1,hit,[x['text'].lower() for x in q['answers']]))
    return P,Q
trainP,trainQ=read('squad1.1-dev-minus-xquad.json');ruP,ruQ=read('xquad-ru-quarter.json');log('train',len(trainP),len(trainQ),'ru quarter',len(ruP),len(ruQ))
def flat(P): return [(p,j) for p,ss in enumerate(P) for j in range(len(ss))]
def hard(P,Q,k=24):
    fl=flat(P);S=emb([P[p][j] for p,j in fl]);qv=emb([q[0] for q in Q]);out=[]
    for i in range(0,len(Q),1024):
        top=(qv[i:i+1024]@S.T).topk(60,dim=1).indices.cpu().numpy()
        for q,t in zip(Q[i:i+1024],top):
            h=[fl[x] for x in t if fl[x][0]!=q[1] and not any(a in P[fl[x][0]][fl[x][1]].lower() for a in q[3])];out.append(h[:k])
    return out
H=hard(trainP,trainQ);RH=hard(ruP,ruQ);log('hard negatives')
# dictionary for code switching
dic=collections.defaultdict(list)
for l in lzma.decompress(open(W+'words-ru-en.tsv.xz','rb').read()).decode().split('\n'):
    p=l.split('\t')
    if len(p)==2 and ' ' not in p[0] and ',' not in p[0] and ':' not in p[1] and ',' not in p[1]: dic[p[1].lower()].append(p[0])
def tr(w):
    w=w.lower()
    for f in(w,w[:-1] if w.endswith('s') else '',w[:-2] if w[-2:] in('es','ed') else '',w[:-3] if w.endswith('ing') else '',w[:-3]+'e' if w.endswith('ing') else '',w[:-1] if w.endswith('ed') else '',w[:-3]+'y' if w.endswith('ies') else ''):
        if f and f in dic: return random.choice(dic[f][:4])
QW={'who':'кто','what':'что','which':'какой','when':'когда','where':'где','how':'как','why':'почему','many':'много','much':'сколько','did':'','does':'','do':'','the':'','a':'','an':'','was':'был','were':'были','is':'','are':'','in':'в','on':'на','of':'','to':'к','and':'и','from':'из','with':'с','by':'','for':'для','at':'в','year':'год','name':'название','not':'не','or':'или','than':'чем','that':'который','he':'он','she':'она','it':'это','they':'они','his':'его','her':'её','their':'их'}
def cs(t,p): return re.sub(r'[A-Za-z]+',lambda m: (QW[m[0].lower()] if m[0].lower() in QW else (tr(m[0]) or m[0])) if random.random()<p else m[0],t)
pairs=[l.split('\t') for l in lzma.decompress(open(W+'tatoeba-ru-en.tsv.xz','rb').read()).decode().split('\n') if l.count('\t')==1];random.shuffle(pairs)
held,pairs=pairs[:2000],pairs[2000:];log('dictionary',len(dic),'pairs',len(pairs))
TE=emb([p[1] for p in pairs],64);TK=[(TE[i:i+2048]@TE.T).topk(16,dim=1) for i in range(0,len(TE),2048)];NN=torch.cat([t.indices for t in TK]).cpu().numpy();NS=torch.cat([t.values for t in TK]).cpu().numpy();log('neighbours')
by=collections.defaultdict(list)
for i,(r,e) in enumerate(pairs): by[e].append(r)
NAMES=[('Tom','Mary','John','Bill','Jane','Bob'),('Том','Мэри','Джон','Билл','Джейн','Боб')]
def edit(t):
    ru=bool(re.search('[а-яё]',t,re.I));d=re.search(r'\d+',t)
    if d and random.random()<.7: return t[:d.start()]+str(int(d[0][:6])+random.choice([1,2,5,10,-1]) )+t[d.end():]
    for n in NAMES[ru]:
        if re.search(r'\b'+n,t): return re.sub(r'\b'+n,random.choice([x for x in NAMES[ru] if x!=n]),t,count=1)
    if ru:
        if re.search(r'\bне ',t): return re.sub(r'\bне ','',t,count=1)
        w=t.split(' ')
        return ' '.join(w[:1]+['не']+w[1:]) if len(w)>2 else None
    if re.search(r"n't\b| not\b",t): return re.sub(r"n't\b| not\b",'',t,count=1)
    m=re.search(r'\b(is|are|was|were|can|will|has|have|had|should|would|must)\b',t)
    return t[:m.end()]+' not'+t[m.end():] if m else None
def claim(i):
    r,e=pairs[i];u=random.random()
    if u<.35: src,c=r,e
    elif u<.7: src,c=e,r
    elif len(by[e])>1 and u<.85: src,c=random.sample(by[e],2)
    else: src,c=(r,r) if random.random()<.5 else (e,e)
    lang=src is not e
    def filler(k): return [pairs[j][0 if lang else 1] for j in [random.choice(NN[i][1:]) if random.random()<.5 else random.randrange(len(pairs)) for _ in range(k)]]
    v=random.random()
    if v<.45: body=filler(random.randint(0,2))+[src];y=1
    elif v<.8:
        body=[x for x in filler(random.randint(1,3)) if x!=src];y=0
        body=body or [pairs[random.randrange(len(pairs))][0 if lang else 1]]
        if any(pairs[j][1]==e for j in [i]) and src in body: y=1
    else:
        n=edit(c)
        if n is None or n==c: body=[src];y=1
        else: c=n;body=filler(random.randint(0,1))+[src];y=0
    random.shuffle(body);return c,' '.join(body),y
FUN=set('who what which when where how why many much did does do the a an was were is are in on of to and from with by for at кто что какой какая какие какое когда где как почему сколько кого чего чем был была были есть в на из с по для к и о об от до у за'.split())
def heading(q):
    # the words of the question as a title has them: on the subject, and no answer
    w=[x for x in re.findall(r'[\w-]+',q) if x.lower() not in FUN] or ['Общее'];n=random.randint(1,min(6,len(w)));i=random.randrange(len(w)-n+1);w=w[i:i+n]
    if random.random()<.3: random.shuffle(w)
    t=' '.join(w);t=t[:1].upper()+t[1:]
    return random.choice(('','','Chapter 3. ','Глава 3. ','Договор: ','About ','О чём: ','1.2 '))+t+random.choice(('','','.',' № 14-А',' (2026)',', 3 марта 2026 г.',', 12 May 2024',':',' — общие сведения.',' - overview.'))
def qa(P,Q,Hn,i,ru):
    q,p,hit,_=Q[i];ss=P[p];pos=random.choice(sorted(hit));neg=[(p,j) for j in range(len(ss)) if j not in hit];random.shuffle(neg)
    c=[(p,pos)]+neg[:2];h=Hn[i][:];random.shuffle(h);c+=h[:8-len(c)]
    while len(c)<8: c.append((random.randrange(len(P)),0))
    u=random.random();a=b=0
    if not ru:
        if u<.3: pass
        elif u<.5: a=random.uniform(.5,1)
        elif u<.7: b=random.uniform(.4,1)
        else: a=random.uniform(.5,1);b=random.uniform(.4,1)
    if a: q=cs(q,a)
    o=[];title=random.randint(3,7) if random.random()<.4 else None
    for k,(x,j) in enumerate(c):
        if k==title: o.append((q,heading(q)));continue
        s=P[x][j];pr=P[x][j-1] if j and random.random()<.85 else ''
        if b: s=cs(s,b);pr=cs(pr,b) if pr else ''
        o.append((q,(pr+' [SEP] ' if pr else '')+s))
    return o
ASK={0:('кто','что','где','когда','сколько','какой','о чём','куда','зачем'),1:('who','what','where','when','how many','which','about what','why')}
def ask(t,l):
    # a question without one piece of its sentence, with an asking word in front
    w=t.strip(' .!?"«»').split(' ')
    if len(w)<3: return None
    d=[k for k,x in enumerate(w) if re.search(r'\d',x)];c=[k for k,x in enumerate(w) if k and x[:1].isupper()]
    if d and random.random()<.7: k=random.choice(d);q=random.choice(('когда','сколько','в каком году') if l==0 else ('when','how many','what year'));n=1
    elif c and random.random()<.6: k=random.choice(c);q=random.choice(('кто','кого','где','что','кому') if l==0 else ('who','whom','where','what'));n=1
    else: n=random.choice((1,1,2));k=random.randrange(len(w)-n+1);q=random.choice(ASK[l])
    r=w[:k]+w[k+n:]
    if len(r)>4 and random.random()<.4: r.pop(random.randrange(len(r)))
    return q+' '+' '.join(r)+'?'
def cloze():
    while True:
        i=random.randrange(len(pairs));a=random.random()<.62;lq=0 if a else 1;lp=random.choice((0,0,1)) if lq==0 else 0;q=ask(pairs[i][lq],lq)
        if not q or len(pairs[i][lp])<18: continue
        h=[j for j,v in zip(NN[i][1:],NS[i][1:]) if v<.93 and pairs[j][1]!=pairs[i][1]][:9];random.shuffle(h);c=[i]+h[:7]
        while len(c)<8: c.append(random.randrange(len(pairs)))
        return [(q,(pairs[random.randrange(len(pairs))][lp]+' [SEP] ' if random.random()<.7 else '')+pairs[j][lp]) for j in c]
def jl(f): return [json.loads(l) for l in lzma.decompress(open(W+f,'rb').read()).decode().strip().split('\n')]
EG=jl('groups.jsonl.xz');EC=jl('claims.jsonl.xz');names=sorted({g['t'] for g in EG});random.Random(5).shuffle(names);heldT=set(names[:max(1,len(names)//10)])
EGh=[g for g in EG if g['t'] in heldT][:3000];EG=[g for g in EG if g['t'] not in heldT];ECh=[c for c in EC if c['t'] in heldT][:4000];EC=[c for c in EC if c['t'] not in heldT];log('everyday',len(EG),len(EC),'held',len(EGh),len(ECh),sorted(heldT)[:40])
def eg(g): return [(g['q'],(x+' [SEP] ' if x else '')+t) for x,t in g['c']]
class Judge(torch.nn.Module):
    def __init__(s,n):
        super().__init__();s.m=build(n);s.drop=torch.nn.Dropout(.1);s.out=torch.nn.Linear(768,2);torch.nn.init.normal_(s.out.weight,std=.02);torch.nn.init.zeros_(s.out.bias)
    def forward(s,input_ids,attention_mask,token_type_ids):
        h=s.m(input_ids=input_ids,attention_mask=attention_mask,token_type_ids=token_type_ids).last_hidden_state;k=attention_mask.unsqueeze(-1).to(h.dtype)
        return s.out(s.drop(torch.cat([h[:,0],(h*k).sum(1)/k.sum(1)],-1)))
def pack(x,n=160): return tok([a for a,_ in x],[b for _,b in x],padding=True,truncation='longest_first',max_length=n,return_tensors='pt')
net=Judge(LAYERS).cuda()
@torch.no_grad()
def score(x,head,n=192):
    net.eval();o=[];order=sorted(range(len(x)),key=lambda i:len(x[i][0])+len(x[i][1]));r=np.zeros(len(x),np.float32)
    for i in range(0,len(x),1024):
        ix=order[i:i+1024];b=pack([x[j] for j in ix],n).to('cuda')
        with torch.autocast('cuda',dtype=torch.bfloat16): r[ix]=net(**b)[:,head].float().cpu().numpy()
    net.train();return r
def auc(a,b):
    x=np.concatenate([a,b]);o=x.argsort(kind='stable');rk=np.empty(len(x));rk[o]=np.arange(1,len(x)+1);return (rk[:len(a)].sum()-len(a)*(len(a)+1)/2)/len(a)/len(b)
# the same twelve articles in both languages, never trained on
E={'en':read('xquad-en-half.json',lambda i:i%2==1),'ru':read('xquad-ru-second-quarter.json')}
EV={l:(flat(E[l][0]),emb([E[l][0][p][j] for p,j in flat(E[l][0])])) for l in E}
QV={l:emb([q[0] for q in E[l][1]]) for l in E}
def evaluate(tag):
    res={}
    for a,b in(('en','en'),('ru','ru'),('ru','en'),('en','ru')):
        P=E[b][0];fl,SV=EV[b];sim=QV[a]@SV.T;base=[[],[]];ce=[[],[]];r1=r3=b3=n=0;X=[];M=[]
        goldpara=np.array([p for p,_ in fl])
        for i,q in enumerate(E[a][1]):
            s=sim[i].cpu().numpy();s2=np.where(goldpara==q[1],-9,s);t1=s.argsort()[::-1][:16];t2=s2.argsort()[::-1][:16];n+=1
            base[0].append(s[t1[0]]);base[1].append(s2[t2[0]])
            M.append((q,t1,t2))
            for t in(t1,t2):
                for x in t: p,j=fl[x];X.append((q[0],(P[p][j-1]+' [SEP] ' if j else '')+P[p][j]))
        sc=score(X,0).reshape(n,2,16)
        for (q,t1,t2),z in zip(M,sc):
            ce[0].append(z[0].max());ce[1].append(z[1].max());o=z[0].argsort()[::-1][:3]
            # the gold sentence by the target language's own paragraph
            hit=[fl[t1[k]][0]==q[1] and any(w in P[fl[t1[k]][0]][fl[t1[k]][1]].lower() for w in (q[3] if a==b else E[b][1][[x for x in range(len(E[b][1])) if E[b][1][x][1]==q[1]][0]][3])) for k in range(16)] if a==b else [fl[t1[k]][0]==q[1] for k in range(16)]
            r1+=hit[o[0]];r3+=any(hit[k] for k in o);b3+=any(hit[:3])
        A,B=np.array(ce[0]),np.array(ce[1]);th=np.quantile(A,.05)
        res[a+'>'+b]=dict(auc=round(auc(A,B),4),base=round(auc(np.array(base[0]),np.array(base[1])),4),no_at_yes95=round(float((B<th).mean()),3),no_at_yes90=round(float((B<np.quantile(A,.1)).mean()),3),r1=round(r1/n,3),r3=round(r3/n,3),b3=round(b3/n,3))
    x=[];
    HE=emb([p[1] for p in held],64);nn=(HE@TE.T).topk(3,dim=1).indices.cpu().numpy()
    for d in(0,1):
        pos=[(p[1-d],p[d]) for p in held];neg=[(p[1-d],' '.join(pairs[j][d] for j in nn[i] if pairs[j][1]!=p[1])) for i,p in enumerate(held)];ed=[(edit(p[1-d]),p[d]) for p in held];ed=[e for e in ed if e[0]]
        a,b,c=score(pos,1),score(neg,1),score(ed,1);res['claim '+('en on ru','ru on en')[d]]=dict(near=round(auc(a,b),4),edited=round(auc(a,c),4))
    gs=[eg(g) for g in EGh];z=score([p for g in gs for p in g],0).reshape(len(gs),8);y=np.array([g['y'] for g in EGh]);m=z.max(1)
    res['everyday']=dict(auc=round(auc(m[y==1],m[y==0]),4),r1=round(float((z[y==1].argmax(1)==0).mean()),3),pair=round(auc(z[y==1][:,0],np.concatenate([z[y==1][:,1:].ravel(),z[y==0].ravel()])),4))
    sc=score([(c['claim'],c['passage']) for c in ECh],1);yc=np.array([c['y'] for c in ECh]);res['everyday claims']=dict(auc=round(auc(sc[yc==1],sc[yc==0]),4),false_at_90=round(float((sc[yc==0]>=np.quantile(sc[yc==1],.1)).mean()),3))
    log(tag,json.dumps(res));return res
heads=[p for n,p in net.named_parameters() if n.startswith('out')];rest=[p for n,p in net.named_parameters() if not n.startswith('out')]
opt=torch.optim.AdamW([{'params':rest,'lr':1.5e-4,'weight_decay':.01},{'params':heads,'lr':1e-3}],fused=True);base=[x['lr'] for x in opt.param_groups]
import threading,queue
Qu=queue.Queue(24);EVERY=float(os.environ.get('EVERY','.4'));EVERYC=float(os.environ.get('EVERYC','.35'))
def feeder(sd):
    while True:
        x=[];k=40;y0=[]
        for _ in range(k):
            if random.random()<EVERY:
                g=random.choice(EG);x+=eg(g);y0.append(g['y']);continue
            y0.append(1);u=random.random()
            if u<float(os.environ.get('CLOZE','.3')): x+=cloze()
            elif u>.86: x+=qa(ruP,ruQ,RH,random.randrange(len(ruQ)),True)
            else: x+=qa(trainP,trainQ,H,random.randrange(len(trainQ)),False)
        c=[claim(random.randrange(len(pairs))) if random.random()>EVERYC else (lambda e:(e['claim'],e['passage'],e['y']))(random.choice(EC)) for _ in range(256)]
        Qu.put((pack(x),pack([(a,b) for a,b,_ in c],128),torch.tensor([float(y) for *_,y in c]),torch.tensor([float(v) for v in y0]),k))
for i in range(10): threading.Thread(target=feeder,args=(i,),daemon=True).start()
evaluate('before')
TR=BUDGET-(time.time()-T0);start=time.time();step=0;last=time.time()
while True:
    el=time.time()-start
    if el>TR: break
    f=min(1,step/150)*max(1e-3,1-el/TR)
    for gq,b0 in zip(opt.param_groups,base): gq['lr']=b0*f
    a,c,y,y0,k=Qu.get();a=a.to('cuda');c=c.to('cuda');y=y.cuda();y0=y0.cuda()
    with torch.autocast('cuda',dtype=torch.bfloat16): z=net(**a)[:,0].float().view(k,8);s=net(**c)[:,1].float()
    t=torch.zeros_like(z);t[:,0]=y0
    l1=F.binary_cross_entropy_with_logits(z,t,weight=1+2*t);l2=(F.cross_entropy(z,torch.zeros(k,dtype=torch.long,device='cuda'),reduction='none')*y0).mean();l3=F.binary_cross_entropy_with_logits(s,y)
    loss=l1+.5*l2+.7*l3;opt.zero_grad(set_to_none=True);loss.backward();torch.nn.utils.clip_grad_norm_(net.parameters(),1.);opt.step();step+=1
    if step%200==0: log(step,round(l1.item(),3),round(l2.item(),3),round(l3.item(),3),'q',Qu.qsize())
    if time.time()-last>200: evaluate('eval');last=time.time()
evaluate('final');log('steps',step)
net.eval();net=net.float().cpu();net.m.config._attn_implementation='eager'
try:
    ex=pack([('кто это','это он'),('who is it','it is him and nobody else')])
    torch.onnx.export(net,(ex['input_ids'],ex['attention_mask'],ex['token_type_ids']),OUT+'/j.onnx',input_names=['input_ids','attention_mask','token_type_ids'],output_names=['logits'],dynamic_axes={k:{0:'b',1:'n'} for k in('input_ids','attention_mask','token_type_ids')}|{'logits':{0:'b'}},opset_version=17,dynamo=False)
    from onnxruntime.quantization import quantize_dynamic,QuantType
    quantize_dynamic(OUT+'/j.onnx',OUT+'/j.q8.onnx',weight_type=QuantType.QInt8,per_channel=True);log('onnx',os.path.getsize(OUT+'/j.onnx'),os.path.getsize(OUT+'/j.q8.onnx'))
    import onnxruntime as ort
    se=ort.InferenceSession(OUT+'/j.q8.onnx',providers=['CPUExecutionProvider'])
    b=ex;ref=net(**ex).detach().numpy();q=se.run(None,{k:ex[k].numpy() for k in('input_ids','attention_mask','token_type_ids')})[0];log('fp32',ref.tolist(),'q8',q.tolist())
    os.remove(OUT+'/j.onnx')
except Exception as e: log('onnx failed',repr(e)[:500])
log('DONE')
