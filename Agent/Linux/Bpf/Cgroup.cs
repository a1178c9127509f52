using System.Runtime.InteropServices;
using System.Text;
using IwTune.Agent.Linux.Facts;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>Where the control groups of version 2 are: BPF programs attach to their directories.</summary>
internal static class Cgroup
{
    /// <summary>
    /// The directory of the top group that this process sees; on hybrid hosts /sys/fs/cgroup/unified. <see langword="null"/> when none is
    /// mounted.
    /// </summary>
    public static string? Root() => Mount(SystemFile.Lines("/proc/self/mountinfo"))?.Point;

    /// <summary>The directory of the group this process is in; <see langword="null"/> when version 2 is not mounted.</summary>
    public static string? OfThisProcess() =>
        Mount(SystemFile.Lines("/proc/self/mountinfo")) is { } mount
            ? Within(mount, SystemFile.Lines("/proc/self/cgroup"), Directory.Exists)
            : null;

    /// <summary>Opens a group's directory.</summary>
    /// <exception cref="BpfException">It is not there, or not a directory.</exception>
    public static SafeFileHandle Open(string group)
    {
        var handle = OpenDirectory.Of(group);
        if (!handle.IsInvalid)
            return handle;
        handle.Dispose();
        throw new BpfException($"opening the control group {group}", Marshal.GetLastPInvokeError());
    }

    /// <summary>The first mount of type cgroup2 (proc(5), mountinfo: optional fields end with a lone hyphen).</summary>
    internal static CgroupMount? Mount(IEnumerable<string> mountInfo)
    {
        const int root = 3,
            point = 4;
        foreach (var line in mountInfo)
        {
            var words = line.Split(' ');
            var hyphen = Array.IndexOf(words, "-");
            if (hyphen > point && hyphen + 1 < words.Length && words[hyphen + 1] == "cgroup2")
                return new CgroupMount(Unescaped(words[root]), Unescaped(words[point]));
        }
        return null;
    }

    /// <summary>A group that the mount does not show, as in a container, counts as the mount's top.</summary>
    internal static string Within(CgroupMount mount, IEnumerable<string> memberships, Predicate<string> exists)
    {
        const string unified = "0::";
        var path = memberships.FirstOrDefault(line => line.StartsWith(unified, StringComparison.Ordinal))?[unified.Length..].Trim() ?? "/";
        if (mount.Root != "/" && (path + "/").StartsWith(mount.Root + "/", StringComparison.Ordinal))
            path = path[mount.Root.Length..];
        var group = path is "/" or "" || path.StartsWith("/..", StringComparison.Ordinal) ? mount.Point : mount.Point + path;
        return exists(group) ? group : mount.Point;
    }

    /// <summary>Spaces, tabs, line ends and backslashes are written as three octal digits.</summary>
    private static string Unescaped(string word)
    {
        const int escape = 4;
        if (!word.Contains('\\'))
            return word;
        var text = new StringBuilder(word.Length);
        for (var at = 0; at < word.Length; )
        {
            if (word.AsSpan(at) is ['\\', >= '0' and <= '3' and var a, >= '0' and <= '7' and var b, >= '0' and <= '7' and var c, ..])
            {
                text.Append((char)(((a - '0') << 6) | ((b - '0') << 3) | (c - '0')));
                at += escape;
            }
            else
            {
                text.Append(word[at++]);
            }
        }
        return text.ToString();
    }
}

/// <summary>A mounted hierarchy.</summary>
/// <param name="Root">Which of its groups is mounted.</param>
/// <param name="Point">Where.</param>
internal sealed record CgroupMount(string Root, string Point);
