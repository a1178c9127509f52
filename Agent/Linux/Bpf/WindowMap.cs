using System.Runtime.InteropServices;
using IwTune.Shared.Policies;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>
/// The program's table in the kernel: destination → window, the longest prefix decides (BPF_MAP_TYPE_LPM_TRIE). An unset value leaves that
/// part to the route.
/// </summary>
internal sealed class WindowMap : IDisposable
{
    /// <summary>Memory is taken entry by entry, so this is a bound and costs nothing.</summary>
    public const int Capacity = 65536;

    private const uint LongestPrefixTrie = 11;

    /// <summary>BPF_F_NO_PREALLOC, which the kernel demands for a trie.</summary>
    private const uint AsNeeded = 1;

    private const int ValueLength = 8;

    private readonly SafeFileHandle _map;

    private WindowMap(SafeFileHandle map) => _map = map;

    public int Descriptor => (int)_map.DangerousGetHandle();

    /// <exception cref="BpfException">Refused.</exception>
    public static WindowMap Create()
    {
        var question = new Creation
        {
            Type = LongestPrefixTrie,
            KeySize = Prefix.KeyLength,
            ValueSize = ValueLength,
            Capacity = Capacity,
            Flags = AsNeeded,
            Name = ObjectName.Of("iwtune_windows"),
        };
        return new WindowMap(BpfCall.Owned(BpfCall.Ask("making the program's table", BpfCommand.MapCreate, ref question)));
    }

    /// <summary>Opens the table of a running program.</summary>
    /// <param name="id">The kernel's number of it.</param>
    /// <returns><see langword="null"/> when it is gone or this process may not.</returns>
    public static WindowMap? TryOpen(uint id)
    {
        var question = new ById { Id = id };
        return BpfCall.TryAsk(BpfCommand.MapOfId, ref question, out _) is >= 0 and var descriptor
            ? new WindowMap(BpfCall.Owned(descriptor))
            : null;
    }

    /// <exception cref="BpfException">Refused, as when it is full.</exception>
    public unsafe void Set(Prefix destination, Window window)
    {
        var key = stackalloc byte[Prefix.KeyLength];
        destination.WriteKey(new Span<byte>(key, Prefix.KeyLength));
        var value = stackalloc uint[2] { (uint)(window.InitCwnd ?? 0), (uint)(window.InitRwnd ?? 0) };
        var question = Element(key, value);
        BpfCall.Ask("writing the program's table", BpfCommand.MapUpdate, ref question);
    }

    public unsafe void Remove(Prefix destination)
    {
        var key = stackalloc byte[Prefix.KeyLength];
        destination.WriteKey(new Span<byte>(key, Prefix.KeyLength));
        var question = Element(key, null);
        if (BpfCall.TryAsk(BpfCommand.MapDelete, ref question, out var errno) < 0 && errno != Errno.NotFound)
            throw new BpfException("clearing the program's table", errno);
    }

    /// <summary>Everything in it, from the kernel.</summary>
    public unsafe Dictionary<Prefix, Window> Read()
    {
        var found = new Dictionary<Prefix, Window>();
        var key = stackalloc byte[Prefix.KeyLength];
        var next = stackalloc byte[Prefix.KeyLength];
        var value = stackalloc uint[2];
        for (byte* from = null; found.Count <= Capacity; from = key)
        {
            var question = Element(from, next);
            if (BpfCall.TryAsk(BpfCommand.MapNextKey, ref question, out var errno) < 0)
                return errno == Errno.NotFound ? found : throw new BpfException("reading the program's table", errno);
            new Span<byte>(next, Prefix.KeyLength).CopyTo(new Span<byte>(key, Prefix.KeyLength));
            // The longest match of a whole prefix is that prefix itself.
            question = Element(key, value);
            if (BpfCall.TryAsk(BpfCommand.MapLookup, ref question, out _) >= 0)
                found[Prefix.ReadKey(new Span<byte>(key, Prefix.KeyLength))] = new Window(Segments(value[0]), Segments(value[1]));
        }
        return found;
    }

    public void Dispose() => _map.Dispose();

    private static int? Segments(uint value) => value == 0 ? null : (int)value;

    private unsafe ElementOf Element(void* key, void* value) =>
        new()
        {
            Map = BpfCall.Number32(_map),
            Key = (ulong)key,
            Value = (ulong)value,
        };

    [StructLayout(LayoutKind.Sequential)]
    private struct Creation
    {
        public uint Type;
        public uint KeySize;
        public uint ValueSize;
        public uint Capacity;
        public uint Flags;
        public uint InnerMap;
        public uint NumaNode;
        public ObjectName Name;
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct ElementOf
    {
        public uint Map;
        public uint Padding;
        public ulong Key;
        public ulong Value;
        public ulong Flags;
    }
}
