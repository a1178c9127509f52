using System.Buffers.Binary;
using System.Net.Sockets;

namespace IwTune.Agent.Linux.Tpm;

/// <summary>
/// Commands to a TPM 2.0 and its responses, as bytes: the kernel's resource manager, or a Unix socket that speaks the same (swtpm).
/// </summary>
internal sealed class TpmChannel : IDisposable
{
    /// <summary>
    /// The device of the kernel's resource manager (Linux 4.12): several programs share the TPM, and what one leaves loaded is removed with
    /// its descriptor.
    /// </summary>
    public const string Device = "/dev/tpmrm0";

    private const int HeaderBytes = 10,
        MostBytes = 4096;

    private readonly Stream _stream;

    private TpmChannel(Stream stream) => _stream = stream;

    /// <exception cref="TpmException">It cannot be opened.</exception>
    public static TpmChannel Open(string path)
    {
        try
        {
            return new(
                path.StartsWith("/dev/", StringComparison.Ordinal)
                    ? new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite, bufferSize: 0)
                    : Connect(path)
            );
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or SocketException)
        {
            throw new TpmException($"The TPM {path} cannot be opened: {e.Message}", e);
        }
    }

    /// <summary>Sends one command and takes its response (Part 1, "Command/Response Structure").</summary>
    /// <exception cref="TpmException">The TPM refused, or did not answer.</exception>
    public TpmReader Run(string name, byte[] command)
    {
        var response = new byte[MostBytes];
        var length = 0;
        try
        {
            _stream.Write(command);
            while (length < HeaderBytes || length < Size(response))
            {
                var read = _stream.Read(response, length, response.Length - length);
                if (read == 0)
                    throw new TpmException($"The TPM ended its response to {name} too early.");
                length += read;
            }
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            throw new TpmException($"The TPM did not answer {name}: {e.Message}", e);
        }
        var code = BinaryPrimitives.ReadUInt32BigEndian(response.AsSpan(6));
        return code == 0
            ? new TpmReader(response.AsMemory(HeaderBytes, length - HeaderBytes))
            // Part 2, 6.6: the codes, which 'tpm2_rc_decode' explains.
            : throw new TpmException($"The TPM refused {name}: response code 0x{code:x3}.");
    }

    public void Dispose() => _stream.Dispose();

    private static NetworkStream Connect(string path)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Connect(new UnixDomainSocketEndPoint(path));
            return new NetworkStream(socket, ownsSocket: true);
        }
        catch (SocketException)
        {
            socket.Dispose();
            throw;
        }
    }

    private static int Size(byte[] response) => (int)Math.Min(MostBytes, BinaryPrimitives.ReadUInt32BigEndian(response.AsSpan(2)));
}
