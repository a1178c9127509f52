using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Loader;

namespace IwTune.Fuzz.Guiding;

/// <summary>
/// What an input reached: SharpFuzz's tool wrote a counter for each branch into copies of the product's assemblies, by the scheme of AFL
/// (an edge is the place before it, shifted, xor the place). Without those copies there is no feedback, and a run only mutates its seeds.
/// </summary>
internal sealed unsafe class Coverage
{
    private const int Size = 1 << 16;
    private const string Assembly = "SharpFuzz.Common";

    private readonly byte* _hits = (byte*)NativeMemory.AlignedAlloc(Size, 64);
    private readonly byte[] _seen = new byte[Size];
    private readonly Action _restart;

    private Coverage(Action restart, bool guided) => (_restart, IsGuided) = (restart, guided);

    /// <summary>False without the copies.</summary>
    public bool IsGuided { get; }

    /// <summary>Edges that any input has reached.</summary>
    public int Edges { get; private set; }

    /// <summary>Gives the counters a place. Must come before the first call into the product: its copies count without asking.</summary>
    public static Coverage Start()
    {
        var common = Path.Combine(AppContext.BaseDirectory, Assembly + ".dll");
        if (!File.Exists(common))
            return new(() => { }, guided: false);
        AssemblyLoadContext.Default.Resolving += (context, name) => name.Name == Assembly ? context.LoadFromAssemblyPath(common) : null;
        var trace = AssemblyLoadContext.Default.LoadFromAssemblyPath(common).GetType("SharpFuzz.Common.Trace", throwOnError: true)!;
        var previous = trace.GetField("PrevLocation", BindingFlags.Public | BindingFlags.Static)!;
        var restart = new DynamicMethod("Restart", null, []);
        var body = restart.GetILGenerator();
        body.Emit(OpCodes.Ldc_I4_0);
        body.Emit(OpCodes.Stsfld, previous);
        body.Emit(OpCodes.Ret);
        var coverage = new Coverage(restart.CreateDelegate<Action>(), guided: true);
        trace.GetField("SharedMem", BindingFlags.Public | BindingFlags.Static)!.SetValue(null, Pointer.Box(coverage._hits, typeof(byte*)));
        return coverage;
    }

    /// <summary>Before the first input of a target.</summary>
    public void Forget()
    {
        Array.Clear(_seen);
        Edges = 0;
    }

    /// <summary>Before an input is read.</summary>
    public void Clear()
    {
        NativeMemory.Clear(_hits, Size);
        _restart();
    }

    /// <summary>
    /// After it: true when it reached an edge that none before reached, or reached one about twice as often as all before it.
    /// </summary>
    // Compiled at its best at once: the first calls decide how long a short run takes.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public bool IsNew()
    {
        var found = false;
        fixed (byte* seen = _seen)
        {
            for (var block = 0; block < Size; block += Vector256<byte>.Count)
            {
                var hits = Vector256.Load(_hits + block);
                if (hits == Vector256<byte>.Zero)
                    continue;
                var before = Vector256.Load(seen + block);
                // A large input reaches thousands of edges, and all but one in a million reach nothing new.
                var reached = Vector256.Create(Buckets(hits.GetLower()), Buckets(hits.GetUpper()));
                if (Vector256.AndNot(reached, before) == Vector256<byte>.Zero)
                    continue;
                found = true;
                (before | reached).Store(seen + block);
                for (var at = 0; at < Vector256<byte>.Count; at++)
                    Edges += before[at] == 0 && reached[at] != 0 ? 1 : 0;
            }
        }
        return found;
    }

    /// <summary>The edges that the last input reached, for choosing few inputs that reach all.</summary>
    public List<int> Reached()
    {
        var edges = new List<int>();
        for (var at = 0; at < Size; at++)
        {
            if (_hits[at] != 0)
                edges.Add(at);
        }
        return edges;
    }

    // AFL's classes of counts, a bit each: 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, 128 and more. What lies outside of a table is 0.
    private static Vector128<byte> Buckets(Vector128<byte> counts) =>
        Vector128.Shuffle(Low, counts) | Vector128.Shuffle(High, counts >>> 4);

    private static Vector128<byte> Low => Vector128.Create((byte)0, 1, 2, 4, 8, 8, 8, 8, 16, 16, 16, 16, 16, 16, 16, 16);

    private static Vector128<byte> High => Vector128.Create((byte)0, 32, 64, 64, 64, 64, 64, 64, 128, 128, 128, 128, 128, 128, 128, 128);
}
