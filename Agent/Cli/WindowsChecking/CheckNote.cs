using System.Text;
using IwTune.Agent.Cli.Standing;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Cli.WindowsChecking;

/// <summary>
/// What a check must restore, in the state directory and on the disk before the first change: subjects with their states.
/// </summary>
/// <param name="state">The state directory.</param>
internal sealed class CheckNote(StateDirectory state)
{
    /// <summary>The verb, and the name of the file.</summary>
    public const string Verb = "windows-check";

    private readonly string _path = state.File(Verb);

    /// <summary>True when a check did not end.</summary>
    public bool Exists => File.Exists(_path);

    /// <summary>Why nothing may be set now, as sentences: the trial values of a killed check would pass for the host's own.</summary>
    /// <value><see langword="null"/> when no check was killed.</value>
    public string? Interruption =>
        Exists
            ? "An 'iwtune windows-check --write' was killed, and what it tried may still be set. Run 'iwtune windows-check' from an "
                + "elevated prompt: it restores that first. Nothing was changed."
            : null;

    /// <exception cref="StateUnusableException">It is there and is not one of ours.</exception>
    public IReadOnlyList<(string Subject, string State)> Read()
    {
        var lines = File.ReadAllText(_path).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (lines.Any(line => line.Split('\t').Length != 2))
            throw new StateUnusableException(
                $"{_path} cannot be read: it is not from this version of iwtune. It names what an interrupted check must restore. Use the "
                    + "version that made it."
            );
        return [.. lines.Select(line => line.Split('\t')).Select(parts => (parts[0], parts[1]))];
    }

    /// <exception cref="StateUnusableException">It could not be written; then nothing may be changed.</exception>
    public void Write(IEnumerable<(string Subject, string State)> before) =>
        StandingFiles.Write(
            state,
            () => DurableFile.Replace(_path, Encoding.UTF8.GetBytes(string.Concat(before.Select(one => $"{one.Subject}\t{one.State}\n"))))
        );

    public void Remove() => DurableFile.Remove(_path);
}
