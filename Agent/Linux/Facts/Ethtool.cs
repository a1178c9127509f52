using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;

namespace IwTune.Agent.Linux.Facts;

/// <summary>
/// Driver and offloads of an interface by SIOCETHTOOL (include/uapi/linux/ethtool.h). Unlike /sys/class/net it answers for the
/// network namespace of the thread that opened it.
/// </summary>
internal sealed partial class Ethtool : IDisposable
{
    private const nuint SiocEthtool = 0x8946;
    private const uint GetSettings = 0x01;
    private const uint GetDriverInfo = 0x03;
    private const uint GetTso = 0x1e;
    private const uint GetGso = 0x23;
    private const uint GetFlags = 0x25;
    private const uint GetGro = 0x2b;
    private const uint LroFlag = 1 << 15;

    private const int NameLength = 16;
    private const int DriverOffset = 4;
    private const int DriverLength = 32;
    private const int DriverInfoLength = 196;

    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);

    private Ethtool() { }

    public static Ethtool Open() => new();

    public void Dispose() => _socket.Dispose();

    /// <returns>Empty for a device without a driver's name.</returns>
    public string Driver(string name)
    {
        Span<byte> info = stackalloc byte[DriverInfoLength];
        return Ask(name, GetDriverInfo, info) ? Encoding.ASCII.GetString(info.Slice(DriverOffset, DriverLength)).TrimEnd('\0') : "";
    }

    /// <returns>Those that are on, of tso, gso, gro, lro.</returns>
    public IReadOnlyList<string> Offloads(string name)
    {
        var on = new List<string>(4);
        if (Value(name, GetTso) != 0)
            on.Add("tso");
        if (Value(name, GetGso) != 0)
            on.Add("gso");
        if (Value(name, GetGro) != 0)
            on.Add("gro");
        if ((Value(name, GetFlags) & LroFlag) != 0)
            on.Add("lro");
        return on;
    }

    /// <summary>
    /// ETHTOOL_GSET, which every kernel still answers from the newer settings: only the two facts whose meaning did not change are read.
    /// </summary>
    /// <returns>Mbit/s, and whether the link is full duplex; <see langword="null"/> for what the driver does not report.</returns>
    public (long? Speed, bool? FullDuplex) Speed(string name)
    {
        const int length = 44,
            lowAt = 12,
            duplexAt = 14,
            highAt = 28; // struct ethtool_cmd
        Span<byte> settings = stackalloc byte[length];
        if (!Ask(name, GetSettings, settings))
            return default;
        var speed = (uint)MemoryMarshal.Read<ushort>(settings[highAt..]) << 16 | MemoryMarshal.Read<ushort>(settings[lowAt..]);
        return (
            speed is 0 or uint.MaxValue or ushort.MaxValue ? null : speed,
            settings[duplexAt] switch
            {
                0 => false,
                1 => true,
                _ => null,
            }
        );
    }

    private uint Value(string name, uint command)
    {
        Span<byte> value = stackalloc byte[8];
        return Ask(name, command, value) ? MemoryMarshal.Read<uint>(value[4..]) : 0;
    }

    private unsafe bool Ask(string name, uint command, Span<byte> data)
    {
        data.Clear();
        MemoryMarshal.Write(data, in command);
        // struct ifreq: the name, then a union of 24 bytes that starts with a pointer to the question.
        Span<byte> request = stackalloc byte[NameLength + 24];
        request.Clear();
        if (Encoding.UTF8.GetByteCount(name) >= NameLength)
            return false;
        Encoding.UTF8.GetBytes(name, request);
        fixed (byte* question = data)
        {
            var pointer = (nint)question;
            MemoryMarshal.Write(request[NameLength..], in pointer);
            return IoControl(_socket.SafeHandle, SiocEthtool, request) == 0;
        }
    }

    [LibraryImport("libc", EntryPoint = "ioctl")]
    private static partial int IoControl(SafeSocketHandle socket, nuint request, Span<byte> argument);
}
