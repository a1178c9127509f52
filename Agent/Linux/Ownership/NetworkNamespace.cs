using System.Globalization;

namespace IwTune.Agent.Linux.Ownership;

/// <summary>The network namespace of this thread, by which a daemon's word is known to be about the routes that are read here.</summary>
internal static class NetworkNamespace
{
    private const string Own = "/proc/thread-self/ns/net";
    private const string Inits = "/proc/1/ns/net";

    /// <summary>
    /// True when it is process 1's, where the daemons of the host run. Without the right to look at process 1 the agent is taken to be where
    /// an ordinary service is.
    /// </summary>
    public static bool IsInits()
    {
        try
        {
            return new FileInfo(Own).LinkTarget is { } own && new FileInfo(Inits).LinkTarget is var inits && (inits is null || own == inits);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return true;
        }
    }

    /// <summary>Its number, as in <c>net:[4026531840]</c>; <see langword="null"/> where /proc does not say.</summary>
    public static ulong? Id()
    {
        try
        {
            return new FileInfo(Own).LinkTarget is { } link && link.IndexOf('[', StringComparison.Ordinal) is var open and >= 0
                && ulong.TryParse(link.AsSpan(open + 1).TrimEnd(']'), NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id : null;
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
