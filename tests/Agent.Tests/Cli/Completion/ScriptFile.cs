using IwTune.Agent.Tests.Cli.Manual;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli.Completion;

/// <summary>A completion script as a package installs it, and the shell that reads it.</summary>
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
        Commands
            .Run(_shell, _shell == "fish" ? ["--no-config", "-c", string.Join('\n', lines)] : ["-c", string.Join('\n', lines)])
            .Split('\n', StringSplitOptions.RemoveEmptyEntries);

    /// <summary>What each of these scripts prints, all in one shell, each in its own subshell.</summary>
    public string[][] RunEach(string first, IReadOnlyList<string> pieces)
    {
        const string separator = "-----"; // nothing that zsh would expand
        var printed = Run([first, .. pieces.SelectMany(piece => new[] { $"echo '{separator}'", $"({piece})" })]);
        var starts = printed.Index().Where(line => line.Item == separator).Select(line => line.Index).Append(printed.Length).ToList();
        return [.. starts.Zip(starts.Skip(1), (from, to) => printed[(from + 1)..to])];
    }

    public void Dispose() => File.Delete(Path);
}
