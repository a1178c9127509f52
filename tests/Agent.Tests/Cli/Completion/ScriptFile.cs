using IwTune.Agent.Tests.Cli.Manual;
using IwTune.Lab;
using IwTune.Testing;

namespace IwTune.Agent.Tests.Cli.Completion;

/// <summary>A completion script as a package brings it, and the shell that reads it.</summary>
internal sealed class ScriptFile : IDisposable
{
    private readonly string _shell;

    public ScriptFile(string shell)
    {
        if (!Commands.Installed(shell))
            Lacking.Skip($"{shell} is not installed: apt install {shell}");
        _shell = shell;
        File.WriteAllText(Path, Helped.Run("completion", shell));
    }

    public string Path { get; } = System.IO.Path.GetTempFileName();

    /// <summary>What the shell prints for these lines of its language.</summary>
    public string[] Run(params string[] lines) =>
        Commands.Run(_shell, _shell == "fish" ? ["--no-config", "-c", string.Join('\n', lines)] : ["-c", string.Join('\n', lines)]).Split('\n', StringSplitOptions.RemoveEmptyEntries);

    public void Dispose() => File.Delete(Path);
}
