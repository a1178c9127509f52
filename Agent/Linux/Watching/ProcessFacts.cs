using System.Globalization;
using IwTune.Agent.Linux.Facts;

namespace IwTune.Agent.Linux.Watching;

/// <summary>A process as /proc shows it (proc(5)).</summary>
/// <param name="Pid">Its id.</param>
/// <param name="Name">Its name, at most 15 characters.</param>
/// <param name="Parent">Its parent; 0 for none.</param>
/// <param name="HasTerminal">True when it has a controlling terminal.</param>
/// <param name="LoginUser">
/// The user who logged in to start it, whatever sudo changed since; <see langword="null"/> when no user logged in, or it is not recorded.
/// </param>
internal sealed record ProcessFacts(int Pid, string Name, int Parent, bool HasTerminal, uint? LoginUser)
{
    /// <summary>No process has this many ancestors; a loop through a reused id ends here.</summary>
    private const int Generations = 16;

    /// <returns><see langword="null"/> when there is no such process any more.</returns>
    public static ProcessFacts? Read(string proc, int pid)
    {
        // "812 (dhclient) S 1 812 812 0 …": the name may hold spaces and brackets.
        var stat = SystemFile.Line($"{proc}/{pid}/stat");
        int open = stat.IndexOf('(', StringComparison.Ordinal),
            close = stat.LastIndexOf(')');
        if (open < 0 || close < open)
            return null;
        var rest = stat[(close + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (rest.Length < 5)
            return null;
        var login =
            uint.TryParse(SystemFile.Line($"{proc}/{pid}/loginuid"), CultureInfo.InvariantCulture, out var user) && user != uint.MaxValue
                ? user
                : (uint?)null;
        return new ProcessFacts(pid, stat[(open + 1)..close], Number(rest[1]), Number(rest[4]) != 0, login);
    }

    /// <summary>The process, its parent, and so on.</summary>
    public static List<ProcessFacts> Ancestry(string proc, int pid)
    {
        var line = new List<ProcessFacts>();
        while (pid > 0 && line.Count < Generations && Read(proc, pid) is { } process)
        {
            line.Add(process);
            pid = process.Parent;
        }
        return line;
    }

    /// <summary>The typed command. Only for programs whose arguments are routes: those of others may hold passwords.</summary>
    public static string CommandLine(string proc, int pid)
    {
        const int longest = 120;
        var words = SystemFile.Line($"{proc}/{pid}/cmdline").Trim('\0').Replace('\0', ' ');
        return words.Length > longest ? $"{words[..longest]}…" : words;
    }

    private static int Number(string text) => int.TryParse(text, CultureInfo.InvariantCulture, out var number) ? number : 0;
}
