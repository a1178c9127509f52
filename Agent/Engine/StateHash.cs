using System.Security.Cryptography;
using System.Text;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine;

/// <summary>One hash over every window of the host; it changes when any of them does.</summary>
public static class StateHash
{
    private const int MostOnStack = 1024;

    /// <summary>
    /// The order in which the system lists its routes does not count, and neither do containers that the agent never gave a window.
    /// </summary>
    public static string Of(HostSnapshot snapshot)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        var reported = new List<Target>(snapshot.Targets.Count);
        foreach (var target in snapshot.Targets)
        {
            if (IsReported(target))
                reported.Add(target);
        }
        reported.Sort(ByLine);
        var (window, text) = (Window.Unset, Window.Unset.ToString());
        // Part by part: the lines of a thousand routes would be most of what a turn leaves to the garbage collector.
        foreach (var target in reported)
        {
            // Routes that follow each other mostly have the same one.
            if (target.Current != window)
                (window, text) = (target.Current, target.Current.ToString());
            Append(hash, target.Id);
            Append(hash, " ");
            Append(hash, text);
            Append(hash, "\n");
        }
        Span<byte> whole = stackalloc byte[SHA256.HashSizeInBytes];
        hash.GetHashAndReset(whole);
        return Convert.ToHexString(whole[..16]); // it shows change and proves nothing: half is enough for a check-in under 300 bytes
    }

    private static void Append(IncrementalHash hash, string text)
    {
        Span<byte> utf8 = stackalloc byte[MostOnStack];
        var fits = Encoding.UTF8.GetMaxByteCount(text.Length) <= utf8.Length;
        hash.AppendData(fits ? utf8[..Encoding.UTF8.GetBytes(text, utf8)] : Encoding.UTF8.GetBytes(text));
    }

    /// <summary>The order of whole lines, which are made only where one id begins with the other.</summary>
    private static int ByLine(Target one, Target other)
    {
        var common = Math.Min(one.Id.Length, other.Id.Length);
        var order = string.CompareOrdinal(one.Id, 0, other.Id, 0, common);
        return order != 0 ? order : string.CompareOrdinal(Line(one), Line(other));
    }

    private static string Line(Target target) => $"{target.Id} {target.Current}\n";

    private static bool IsReported(Target target) => target.Container is null || target.Original is not null || !target.Current.IsUnset;
}
