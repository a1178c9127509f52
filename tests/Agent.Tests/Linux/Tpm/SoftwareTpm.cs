using System.Diagnostics.CodeAnalysis;
using IwTune.Agent.Linux.Tpm;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Tpm;

/// <summary>A TPM 2.0 in software (swtpm), with its own seed, behind a Unix socket.</summary>
internal sealed class SoftwareTpm : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("iwtune-tpm-").FullName;
    private readonly LabProcess _process;

    private SoftwareTpm()
    {
        _process = LabProcess.Start(
            "swtpm",
            [
                "socket",
                "--tpm2",
                "--tpmstate",
                $"dir={_folder}",
                "--server",
                $"type=unixio,path={Path}",
                "--ctrl",
                $"type=unixio,path={Path}.ctrl",
                "--flags",
                "not-need-init,startup-clear",
            ]
        );
    }

    /// <summary>The path that the agent opens.</summary>
    public string Path => System.IO.Path.Combine(_folder, "tpm");

    /// <summary>Starts one, or skips the test where it is not installed.</summary>
    [SuppressMessage("Reliability", "CA2000", Justification = "It is the caller's.")]
    public static SoftwareTpm Start()
    {
        if (!Commands.Installed("swtpm"))
            Lacking.Skip("`swtpm` is not installed: apt install swtpm");
        var tpm = new SoftwareTpm();
        Until.True(tpm.Answers, () => $"swtpm does not answer: {tpm._process.Output}");
        return tpm;
    }

    /// <summary>Its socket exists a moment before it answers.</summary>
    private bool Answers()
    {
        // TPM2_GetRandom of 8 bytes (Part 3, 16.1).
        byte[] command = [0x80, 0x01, 0, 0, 0, 12, 0, 0, 0x01, 0x7b, 0, 8];
        try
        {
            using var channel = TpmChannel.Open(Path);
            channel.Run("TPM2_GetRandom", command);
            return true;
        }
        catch (TpmException)
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
