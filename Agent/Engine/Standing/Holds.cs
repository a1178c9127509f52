using System.Text.Json;
using IwTune.Agent.Engine.State;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Standing;

/// <summary>
/// The host's hold, on disk: while there is one the agent changes nothing. It belongs to the host and not to a policy, so that no new
/// revision, restart or reboot ends it. A file that cannot be read counts as a hold, because a person asked for no changes.
/// </summary>
public static class Holds
{
    /// <summary>The file that <c>iwtune hold</c> writes.</summary>
    public const string Name = "hold.json";

    /// <summary>The file that an administrator may put there by hand; its first line is the reason.</summary>
    public const string Dropped = "hold";

    private const int LongestReason = 200;

    /// <summary>The hold in force.</summary>
    /// <returns><see langword="null"/> when there is none, or it is over.</returns>
    public static HoldState? Read(StateDirectory state, DateTimeOffset now) => Placed(state, now) ?? ByFile(state);

    /// <summary>Places a hold, on the disk when this returns; it replaces an earlier one.</summary>
    /// <exception cref="IOException">The disk does not take it.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not write there.</exception>
    public static void Place(StateDirectory state, HoldState hold) =>
        DurableFile.Replace(state.File(Name), JsonSerializer.SerializeToUtf8Bytes(hold, AgentJson.Default.HoldState));

    /// <summary>Ends every hold, regardless of who placed it.</summary>
    /// <exception cref="IOException">The disk does not take it.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not write there.</exception>
    public static void Release(StateDirectory state)
    {
        DurableFile.Remove(state.File(Name));
        DurableFile.Remove(state.File(Dropped));
    }

    /// <summary>A reason as one line that cannot move the cursor of a terminal.</summary>
    public static string Line(string text)
    {
        var line = string.Concat(text.Trim().TakeWhile(c => c != '\n').Select(c => char.IsControl(c) ? ' ' : c));
        return line.Length > LongestReason ? $"{line[..LongestReason]}…" : line;
    }

    private static HoldState? Placed(StateDirectory state, DateTimeOffset now)
    {
        var path = state.File(Name);
        if (!File.Exists(path))
            return null;
        try
        {
            var hold = JsonSerializer.Deserialize(SharedFile.ReadAllBytes(path), AgentJson.Default.HoldState);
            return hold is null or { By: null } or { Reason: null } ? Unreadable(path)
                : hold.Until <= now ? null
                : hold;
        }
        catch (Exception e) when (e is JsonException or IOException or UnauthorizedAccessException)
        {
            return Unreadable(path);
        }
    }

    private static HoldState? ByFile(StateDirectory state)
    {
        var path = state.File(Dropped);
        return File.Exists(path) ? new HoldState($"the file {path}", WrittenAt(path), null, Line(Text(path))) : null;
    }

    private static string Text(string path)
    {
        try
        {
            return File.ReadLines(path).FirstOrDefault() ?? "";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }

    private static DateTimeOffset WrittenAt(string path) => new(File.GetLastWriteTimeUtc(path), TimeSpan.Zero);

    private static HoldState Unreadable(string path) => new($"the file {path}", WrittenAt(path), null, "it cannot be read");
}
