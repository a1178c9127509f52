using System.Diagnostics;
using System.Text;

namespace IwTune.PowerShell.Running;

/// <summary>The program iwtune, by its full path.</summary>
internal sealed class AgentProgram(string path)
{
    private Process? _running;

    public string Path { get; } = path;

    /// <summary>Runs it to its end.</summary>
    /// <exception cref="System.ComponentModel.Win32Exception">It could not be started.</exception>
    public ProgramRun Run(IEnumerable<string> arguments)
    {
        using var process = new Process
        {
            StartInfo = new ProcessStartInfo(Path, CommandLineText.Of(arguments))
            {
                UseShellExecute = false,
                CreateNoWindow = true,
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                StandardOutputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false),
                StandardErrorEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false),
            },
        };
        process.Start();
        _running = process;
        try
        {
            process.StandardInput.Close();
            var error = process.StandardError.ReadToEndAsync();
            var output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return new ProgramRun(process.ExitCode, output, error.GetAwaiter().GetResult());
        }
        finally
        {
            _running = null;
        }
    }

    /// <summary>Ends a run that only looks. One that changes the host is not ended: it would have to be undone.</summary>
    public void Stop()
    {
        try
        {
            _running?.Kill();
        }
        catch (System.InvalidOperationException)
        {
            // It ended by itself meanwhile.
        }
    }
}
