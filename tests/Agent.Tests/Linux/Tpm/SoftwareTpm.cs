using System.Diagnostics.CodeAnalysis;
using System.Net.Sockets;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Tpm;

/// <summary>A TPM 2.0 in software (swtpm), with a seed of its own, behind a Unix socket.</summary>
internal sealed class SoftwareTpm : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("iwtune-tpm-").FullName;
    private readonly LabProcess _process;

    private SoftwareTpm()
    {
        _process = LabProcess.Start("swtpm",
        [
            "socket", "--tpm2", "--tpmstate", $"dir={_folder}", "--server", $"type=unixio,path={Path}", "--ctrl", $"type=unixio,path={Path}.ctrl",
            "--flags", "not-need-init,startup-clear",
        ]);
    }

    /// <summary>What the agent opens.</summary>
    public string Path => System.IO.Path.Combine(_folder, "tpm");

    /// <summary>Starts one, or skips the test where it is not installed.</summary>
    [SuppressMessage("Reliability", "CA2000", Justification = "It is the caller's.")]
    public static SoftwareTpm Start()
    {
        if (!Commands.Installed("swtpm"))
            Lacking.Skip("`swtpm` is not installed: apt install swtpm");
        var tpm = new SoftwareTpm();
        Until.True(tpm.Listens, () => $"swtpm does not listen: {tpm._process.Output}");
        return tpm;
    }

    /// <summary>Its socket is there a moment before it can be connected to.</summary>
    private bool Listens()
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Connect(new UnixDomainSocketEndPoint(Path));
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    public void Dispose()
    {
        _process.Dispose();
        Directory.Delete(_folder, recursive: true);
    }
}
