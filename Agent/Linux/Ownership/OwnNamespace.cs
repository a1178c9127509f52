using System.Globalization;

namespace IwTune.Agent.Linux.Ownership;

/// <summary>The network namespace of this thread. It shows whether a daemon's statements are about the routes that are read here.</summary>
internal static class OwnNamespace
{
    private const string Own = "/proc/thread-self/ns/net";
    private const string Inits = "/proc/1/ns/net";

    /// <summary>
    /// True when it is process 1's, where the daemons of the host run. Without the right to look at process 1, the kernel's own threads
    /// show the first namespace; where there are none either, the agent is assumed to be where an ordinary service is.
    /// </summary>
    public static bool IsInits() => Link(Own) is { } own && ((Link(Inits) ?? KernelThreads()) is not { } inits || own == inits);

    private static string? KernelThreads()
    {
        const string second = "/proc/2";
        try
        {
            return File.ReadAllText($"{second}/comm").Trim() == "kthreadd" ? Link($"{second}/ns/net") : null;
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string? Link(string path)
    {
        try
        {
            return new FileInfo(path).LinkTarget;
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Its number, as in <c>net:[4026531840]</c>; <see langword="null"/> where /proc does not show it.</summary>
    public static ulong? Id() =>
        Link(Own) is { } link
        && link.IndexOf('[', StringComparison.Ordinal) is var open and >= 0
        && ulong.TryParse(link.AsSpan(open + 1).TrimEnd(']'), NumberStyles.None, CultureInfo.InvariantCulture, out var id)
            ? id
            : null;
}
