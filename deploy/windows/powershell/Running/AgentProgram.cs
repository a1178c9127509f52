using System.Diagnostics;
using System.Text;

namespace IwTune.PowerShell.Running;

/// <summary>The program iwtune, by its full path.</summary>
internal sealed class AgentProgram(string path)
{
    private readonly object _turn = new();
    private Process? _running;
    private bool _stopped;

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
        lock (_turn)
        {
            _running = process;
            if (_stopped)
                End(process);
        }
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
            lock (_turn)
                _running = null;
        }
    }

    /// <summary>
    /// Ends a run that only looks, also one that has just been started. One that changes the host is not ended: it would have to be undone.
    /// </summary>
    public void Stop()
    {
        lock (_turn)
        {
            _stopped = true;
            if (_running is { } process)
                End(process);
        }
    }

    private static void End(Process process)
    {
        try
        {
            process.Kill();
        }
        catch (System.InvalidOperationException)
        {
            // It ended by itself meanwhile.
        }
    }
}
