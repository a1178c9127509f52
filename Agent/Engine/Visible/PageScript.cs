namespace IwTune.Agent.Engine.Visible;

/// <summary>
/// What the page of visible segments does in the browser: notes when each mark is run, and at the end draws bytes over time and asks what
/// the server saw. Without script the cells are still there. Parts are short enough to lie within a segment.
/// </summary>
internal static class PageScript
{
    /// <summary>Before everything else: called by each mark with the number of its segment.</summary>
    public const string Mark = "var marks=[];function m(n){marks.push([n,performance.now()])}";

    public static IReadOnlyList<string> Parts { get; } =
    [
        """
            var N='http://www.w3.org/2000/svg',W=780,H=300,L=56,R=16,T=24,B=44;
            function el(p,n,a,t){var e=document.createElementNS(N,n);for(var k in a)e.setAttribute(k,a[k]);if(t)e.textContent=t;p.appendChild(e);return e}
            function words(id,t){document.getElementById(id).textContent=t}
            function ms(v){return(v<10?v.toFixed(2):v.toFixed(1))+' ms'}
            """,
        """
            function nice(v,n){var s=Math.pow(10,Math.floor(Math.log10(v/n))),r=v/n/s;return s*(r>5?10:r>2?5:r>1?2:1)}
            function began(){var n=performance.getEntriesByType('navigation')[0];return n&&n.requestStart||0}
            """,
        """
            function flights(points,rtt){var f=[],last=-1e9,gap=Math.max(rtt*.4,3);
            points.forEach(function(p){if(p[1]-last>gap)f.push(0);f[f.length-1]+=p[2];last=p[1]});return f}
            """,
        """
            function frame(s,X,Y,x,y){for(var v=0;v<=x*1.001;v+=nice(x,6)){el(s,'path',{d:'M'+X(v)+' '+T+'V'+(H-B),stroke:'var(--line)'});
            el(s,'text',{x:X(v),y:H-B+18,'text-anchor':'middle'},+v.toFixed(3))}
            """
            + "\n"
            + """
                for(v=0;v<=y*1.001;v+=nice(y,5)){el(s,'path',{d:'M'+L+' '+Y(v)+'H'+(W-R),stroke:'var(--line)'});el(s,'text',{x:L-8,y:Y(v)+4,'text-anchor':'end'},+(v/1000).toFixed(2))}}
                """,
        """
            function axes(s){el(s,'text',{x:(L+W-R)/2,y:H-6,'text-anchor':'middle'},'Time since the request (ms)');el(s,'text',{x:4,y:14},'Bytes (kB)')}
            function steps(s,X,Y,pts,c,dash){if(!pts.length)return;var d='M'+X(0)+' '+Y(0);pts.forEach(function(p){d+='H'+X(p[0])+'V'+Y(p[1])});
            el(s,'path',{d:d,fill:'none',stroke:c,'stroke-width':2,'stroke-dasharray':dash})}
            """,
        """
            function label(s,X,Y,p,c,t){var l=X(p[0])>W/2;el(s,'text',{x:X(p[0])+(l?-8:8),y:Y(p[1])+(c=='var(--first)'?-8:18),'text-anchor':l?'end':'start',style:'fill:'+c},t)}
            """,
        """
            function draw(here,there,size){var x=Math.max.apply(0,here.concat(there).map(function(p){return p[0]}).concat(1))*1.08,
            X=function(v){return L+v/x*(W-L-R)},Y=function(v){return H-B-v/size*(H-B-T)},f=document.getElementById('f');f.textContent='';
            """
            + "\n"
            + """
                var s=el(f,'svg',{viewBox:'0 0 '+W+' '+H,role:'img','aria-label':'Bytes over time: '+document.getElementById('h').textContent});frame(s,X,Y,x,size);axes(s);
                """
            + "\n"
            + """
                steps(s,X,Y,there,'var(--other)','5 4');steps(s,X,Y,here,'var(--first)','none');
                if(here.length)label(s,X,Y,here[here.length-1],'var(--first)','arrived here');if(there.length)label(s,X,Y,there[there.length-1],'var(--other)','acknowledged, at the server')}
                """,
        """
            function show(id,size,mss,rtt){var t0=began(),from=0,here=[],f=[];marks.forEach(function(p){var to=Math.min(size,(p[0]+1)*mss);
            here.push([p[1]-t0,to]);f.push([p[0],p[1]-t0,Math.round((to-from)/mss)||1]);from=to});f=flights(f,rtt);
            """
            + "\n"
            + """
                words('h',(rtt<2?'too near to tell flights apart':f.length+(f.length==1?' flight':' flights')+' of '+f.join(' + ')+' segments')+', the last byte after '+ms(here[here.length-1][0]));draw(here,[],size);
                """
            + "\n"
            + """
                fetch('/seen/'+id).then(function(r){return r.json()}).then(function(s){seen(s,here,size,rtt)}).catch(function(){words('s','no answer')})}
                """,
        """
            function seen(s,here,size,rtt){words('s',s.text);draw(here,s.acknowledged.map(function(p){return[p[0]+rtt/2,p[1]]}),size)}
            """,
    ];
}
