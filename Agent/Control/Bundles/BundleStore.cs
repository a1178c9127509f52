using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Control.Bundles;

/// <summary>
/// The bundles a host keeps: the last good one, a candidate that waits for its confirmation, and what must not come back.
/// </summary>
public sealed class BundleStore
{
    /// <summary>Its file in the state directory.</summary>
    public const string Name = "bundles.json";

    /// <summary>The file beside it that keeps the floor against replay, so that one damaged file does not lower it.</summary>
    public const string FloorName = "replay-floor.json";

    /// <summary>The clock is recorded this often; later readings are compared with it.</summary>
    private static readonly TimeSpan ClockPeriod = TimeSpan.FromHours(1);

    private readonly string _path;

    private bool _late;

    private BundleStore(string path, StoredBundles content, ReplayFloor floor, string problem)
    {
        _path = path;
        Content = content;
        Floor = floor;
        Problem = problem;
    }

    private string FloorPath => Path.Combine(Path.GetDirectoryName(_path)!, FloorName);

    /// <summary>The floor that a bundle must not be below.</summary>
    public ReplayFloor Floor { get; private set; }

    /// <summary>What is kept now.</summary>
    public StoredBundles Content { get; private set; }

    /// <summary>
    /// Why the file could not be read at start, as a sentence; empty when it could. The host then waits for the server's bundle.
    /// </summary>
    public string Problem { get; }

    /// <summary>Why the disk does not have that something was undone, as sentences; empty when it has.</summary>
    public string NotStored { get; private set; } = "";

    /// <summary>Reads the store. A damaged file is reported and set aside, not fatal: the windows on the host stay as they are.</summary>
    public static BundleStore Open(string path)
    {
        var (kept, damaged) = Read(path, AgentJson.Default.StoredBundles);
        var floorPath = Path.Combine(Path.GetDirectoryName(path)!, FloorName);
        var (stored, unreadable) = Read(floorPath, AgentJson.Default.ReplayFloor);
        var floor = stored ?? ReplayFloor.None;
        if (kept?.Highest is { } highest && highest.Sequence > (floor.Highest?.Sequence ?? -1))
            floor = floor with { Highest = highest };
        var problem = (damaged, unreadable) switch
        {
            (false, false) => "",
            (true, false) =>
                $"The stored bundle was damaged and is set aside as {path}.damaged; the next bundle from the server replaces it. "
                    + $"Bundles older than {floor.Highest?.Sequence ?? 0} are still refused.",
            (false, true) =>
                $"The floor against replayed bundles was damaged and is set aside as {floorPath}.damaged; the stored bundle takes its "
                    + "place.",
            (true, true) =>
                $"The stored bundle and the floor against replayed bundles were damaged and are set aside as {path}.damaged and "
                    + $"{floorPath}.damaged. "
                    + "The next bundle from the server replaces both; until then a replayed bundle that has not expired would be accepted.",
        };
        return new BundleStore(path, (kept ?? new()) with { Highest = floor.Highest }, floor, problem);
    }

    /// <summary>A bundle was accepted: from now on no lower one is.</summary>
    /// <exception cref="IOException">The disk does not take it; the floor is unchanged.</exception>
    public void Raise(BundleCheck.Accepted good, DateTimeOffset now) => Keep(Floor.Raised(good, now));

    /// <summary>Writes the clock down now and then, once there is something that can expire.</summary>
    /// <exception cref="IOException">The disk does not take it; the recorded clock is unchanged.</exception>
    public void NoteClock(DateTimeOffset now)
    {
        if (Floor.Highest is not null && (Floor.Clock is not { } was || now - was >= ClockPeriod))
            Keep(Floor with { Clock = now });
    }

    /// <summary>Replaces what is kept, on disk first.</summary>
    /// <exception cref="IOException">The disk does not take it; what was kept is still kept.</exception>
    public void Save(StoredBundles content)
    {
        if (ReferenceEquals(content, Content) && !_late)
            return;
        DurableFile.Replace(_path, JsonSerializer.SerializeToUtf8Bytes(content, AgentJson.Default.StoredBundles));
        Content = content;
        (_late, NotStored) = (false, "");
    }

    /// <summary>
    /// Requires less from now on, also when the disk does not take it: windows that were restored must not be set again because of that.
    /// </summary>
    public void Undo(StoredBundles content)
    {
        if (ReferenceEquals(content, Content))
            return;
        Content = content;
        _late = true;
        StoreLate();
    }

    /// <summary>Stores what the disk did not take when it was undone.</summary>
    public void StoreLate()
    {
        if (!_late)
            return;
        try
        {
            Save(Content);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            NotStored =
                "That a policy was undone is not stored, so a restart of the daemon would enforce it again: "
                + $"{e.Message.TrimEnd('.')}. The daemon tries again until the disk takes it.";
        }
    }

    /// <summary>Forgets everything.</summary>
    public void Delete()
    {
        DurableFile.Remove(_path);
        DurableFile.Remove(FloorPath);
        Content = new();
        Floor = ReplayFloor.None;
        (_late, NotStored) = (false, "");
    }

    private void Keep(ReplayFloor floor)
    {
        if (floor == Floor)
            return;
        DurableFile.Replace(FloorPath, JsonSerializer.SerializeToUtf8Bytes(floor, AgentJson.Default.ReplayFloor));
        Floor = floor;
    }

    private static (T? Content, bool Damaged) Read<T>(string path, JsonTypeInfo<T> form)
        where T : class
    {
        try
        {
            return (File.Exists(path) ? JsonSerializer.Deserialize(SharedFile.ReadAllBytes(path), form) : null, false);
        }
        catch (JsonException)
        {
            File.Move(path, path + ".damaged", overwrite: true);
            return (null, true);
        }
    }
}
