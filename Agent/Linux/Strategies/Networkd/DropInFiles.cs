using System.Text;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Linux.Strategies.Networkd;

/// <summary>
/// Our drop-ins beside systemd-networkd's files: <c>/etc/systemd/network/NAME.network.d/50-iwtune.conf</c>, also for a file that is
/// elsewhere, as netplan's in /run. A file by that name that is not ours is never touched.
/// </summary>
/// <param name="directory"><c>/etc/systemd/network</c>.</param>
internal sealed class DropInFiles(string directory)
{
    private const string Name = "50-iwtune.conf";

    /// <summary>networkd runs as a user of its own and reads both.</summary>
    private const UnixFileMode Readable = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    private const UnixFileMode Enterable = Readable | UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    /// <summary>Where the drop-in of a networkd file is.</summary>
    /// <param name="networkFile">The file as networkd names it, wherever it is.</param>
    public string PathFor(string networkFile) => Path.Combine(directory, Path.GetFileName(networkFile) + ".d", Name);

    /// <summary>
    /// The content of our drop-in for a networkd file; empty when there is none, or one that is not ours or cannot be read.
    /// </summary>
    public DropIn Of(string networkFile) => At(PathFor(networkFile));

    /// <summary>
    /// Changes our drop-in for a networkd file. A drop-in without sections is removed, and so is its directory when it is empty then.
    /// </summary>
    /// <returns>The outcome.</returns>
    public DropInOutcome Change(string networkFile, Func<DropIn, DropIn> change) => ChangeAt(PathFor(networkFile), change);

    /// <summary>The section for a target in any drop-in of ours; <see langword="null"/> when there is none.</summary>
    public string? Saying(string targetId) => Ours().Select(path => At(path)[targetId]).FirstOrDefault(said => said is not null);

    /// <summary>Every target that any drop-in of ours has a section for.</summary>
    public HashSet<string> Targets() => Ours().SelectMany(path => At(path).Targets).ToHashSet(StringComparer.Ordinal);

    /// <summary>Removes the section for a target from any drop-in of ours.</summary>
    public DropInOutcome Forget(string targetId)
    {
        DropInOutcome forgotten = new DropInOutcome.AlreadyThere();
        foreach (var path in Ours().Where(path => At(path)[targetId] is not null))
        {
            if (
                ChangeAt(path, drop => drop.Without(target => target == targetId)) is not DropInOutcome.AlreadyThere and var outcome
                && forgotten is not DropInOutcome.NotKept
            )
                forgotten = outcome;
        }
        return forgotten;
    }

    /// <summary>Removes every section that is for none of these targets.</summary>
    /// <returns>What was removed, in words.</returns>
    public IReadOnlyList<string> Sweep(IReadOnlySet<string> managed)
    {
        var swept = new List<string>();
        foreach (var path in Ours())
        {
            IReadOnlyList<string> gone = [];
            var outcome = ChangeAt(
                path,
                found =>
                {
                    gone = [.. found.Targets.Where(target => !managed.Contains(target))];
                    return found.Without(gone.Contains);
                }
            );
            if (outcome is DropInOutcome.Done)
                swept.Add(gone.Count == 0 ? path : $"in {path}, the sections for {string.Join(", ", gone)}");
        }
        return swept;
    }

    /// <summary>The commands that remove every file of ours.</summary>
    public IEnumerable<string> ByHand() => Ours().Where(IsOurs).Select(RemovalOf);

    /// <summary>The command that removes one, and its directory when it is empty then.</summary>
    public static string RemovalOf(string path) =>
        $"rm -f {ShellWord.Quote(path)} && rmdir --ignore-fail-on-non-empty {ShellWord.Quote(Path.GetDirectoryName(path)!)}";

    private static bool IsOurs(string path)
    {
        try
        {
            return TryRead(path, out var found) && !found.IsEmpty;
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static DropInOutcome ChangeAt(string path, Func<DropIn, DropIn> change)
    {
        try
        {
            if (!TryRead(path, out var now))
                return new DropInOutcome.NotKept($"{path} already exists and was not written by IwTune");
            var wanted = change(now);
            if (wanted.ToString() == now.ToString() && File.Exists(path) != wanted.IsEmpty)
                return new DropInOutcome.AlreadyThere();
            if (wanted.IsEmpty)
                Remove(path);
            else
                Write(path, wanted.ToString());
            return new DropInOutcome.Done();
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            return new DropInOutcome.NotKept($"{path} cannot be written: {refused.Message}");
        }
    }

    private static DropIn At(string path)
    {
        try
        {
            return TryRead(path, out var found) ? found : DropIn.Empty;
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return DropIn.Empty;
        }
    }

    /// <returns>False when there is a file that is not ours.</returns>
    private static bool TryRead(string path, out DropIn found)
    {
        found = DropIn.Empty;
        if (!File.Exists(path))
            return true;
        if (DropIn.Parse(File.ReadAllText(path)) is not { } ours)
            return false;
        found = ours;
        return true;
    }

    private static void Write(string path, string text)
    {
        var folder = Path.GetDirectoryName(path)!;
        if (!Directory.Exists(folder))
        {
            Directory.CreateDirectory(folder);
            // The umask of a service is narrower than what networkd needs.
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(folder, Enterable);
            DurableFile.FlushDirectoryOf(folder);
        }
        DurableFile.Replace(path, Encoding.UTF8.GetBytes(text), Readable);
    }

    private static void Remove(string path)
    {
        DurableFile.Remove(path);
        var folder = Path.GetDirectoryName(path)!;
        if (Directory.Exists(folder) && !Directory.EnumerateFileSystemEntries(folder).Any())
        {
            Directory.Delete(folder);
            DurableFile.FlushDirectoryOf(folder);
        }
    }

    private List<string> Ours()
    {
        try
        {
            return Directory.Exists(directory)
                ?
                [
                    .. Directory
                        .EnumerateDirectories(directory, "*.network.d")
                        .Select(folder => Path.Combine(folder, Name))
                        .Where(File.Exists),
                ]
                : [];
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
