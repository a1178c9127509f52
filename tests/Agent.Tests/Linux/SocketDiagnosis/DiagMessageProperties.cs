using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Linux.Effective;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.SocketDiagnosis;

namespace IwTune.Agent.Tests.Linux.SocketDiagnosis;

/// <summary>Bytes that are no socket, metrics or queueing discipline are refused or yield little data; nothing else happens.</summary>
public sealed class DiagMessageProperties
{
    private static readonly Gen<byte[]> Bytes =
        from length in Gen.Choose(0, 500)
        from bytes in Gen.Choose(0, 255).Select(value => (byte)value).ArrayOf(length)
        from sized in Gen.Choose(0, 1)
        select sized == 1 && bytes.Length > 76 ? WithInfo(bytes) : bytes;

    [Fact]
    public void Any_bytes_are_read_or_refused() =>
        Prop.ForAll(
                Bytes.ToArbitrary(),
                bytes =>
                {
                    Try(() => DiagMessage.Read(bytes));
                    Try(() => DiagMessage.IsFresh(bytes));
                    Try(() => PeerMetrics.Read(bytes));
                    Try(() => QdiscMessage.Read(bytes));
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(5000));

    /// <summary>An attribute of TCP's information that ends where the bytes do.</summary>
    private static byte[] WithInfo(byte[] bytes)
    {
        BitConverter.TryWriteBytes(bytes.AsSpan(72), (ushort)(bytes.Length - 72));
        BitConverter.TryWriteBytes(bytes.AsSpan(74), (ushort)DiagAttribute.Info);
        return bytes;
    }

    private static void Try<T>(Func<T> read)
    {
        try
        {
            read();
        }
        catch (NetlinkFormatException) { }
    }
}
