using System.Globalization;
using System.Text;
using System.Text.Json;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Engine.Experiments;

/// <summary>The experiments of a host, on disk: a record of each, and its samples as JSON lines.</summary>
/// <param name="state">The state directory.</param>
public sealed class ExperimentStore(StateDirectory state)
{
    /// <summary>Experiments that are kept; the oldest is removed.</summary>
    public const int Kept = 20;

    /// <summary>Samples of one experiment: about 60 MB.</summary>
    public const int MostSamples = 400_000;

    private const string Suffix = ".experiment.json";

    /// <summary>All of them, oldest first. One that cannot be read is left out.</summary>
    public IReadOnlyList<ExperimentRecord> All()
    {
        var found = new List<ExperimentRecord>();
        if (!Directory.Exists(state.Root))
            return found;
        foreach (var path in Directory.EnumerateFiles(state.Root, "*" + Suffix))
        {
            if (Read(path) is { } record)
                found.Add(record);
        }
        found.Sort((one, other) => one.Plan.Started.CompareTo(other.Plan.Started));
        return found;
    }

    /// <summary>One of them.</summary>
    /// <param name="id">Its id or its name; <see langword="null"/> for the latest.</param>
    /// <returns><see langword="null"/> when there is none of that id or name.</returns>
    public ExperimentRecord? Find(string? id) =>
        All() is not { Count: > 0 } all ? null
        : id is null ? all[^1]
        : all.LastOrDefault(one => one.Plan.Id == id) ?? all.LastOrDefault(one => one.Plan.Name == id);

    /// <summary>Writes a record, on the disk when this returns, and removes the oldest.</summary>
    /// <exception cref="IOException">The disk does not take it.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not write there.</exception>
    public void Save(ExperimentRecord record)
    {
        DurableFile.Replace(PathOf(record.Plan.Id), JsonSerializer.SerializeToUtf8Bytes(record, AgentJson.Default.ExperimentRecord));
        var all = All();
        for (var old = 0; old < all.Count - Kept; old++)
        {
            if (all[old].Runs)
                continue;
            File.Delete(SamplesOf(all[old].Plan.Id));
            DurableFile.Remove(PathOf(all[old].Plan.Id));
        }
    }

    /// <summary>Adds samples. Not flushed: after a power cut the last ones are gone, and the experiment ended anyway.</summary>
    /// <exception cref="IOException">The disk does not take it.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not write there.</exception>
    public void Append(string id, IEnumerable<ExperimentSample> samples)
    {
        var options = new FileStreamOptions { Mode = FileMode.Append, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        using var to = new StreamWriter(SamplesOf(id), new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), options);
        foreach (var sample in samples)
            to.WriteLine(JsonSerializer.Serialize(sample, AgentJson.Default.ExperimentSample));
    }

    /// <summary>The samples of one, oldest first. A last line that was not written whole is left out.</summary>
    /// <exception cref="UnauthorizedAccessException">This user may not read there.</exception>
    public IEnumerable<ExperimentSample> Samples(string id)
    {
        var path = SamplesOf(id);
        if (!File.Exists(path))
            yield break;
        using var from = new StreamReader(new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete));
        while (from.ReadLine() is { } line)
        {
            if (Sample(line) is { } sample)
                yield return sample;
        }
    }

    /// <summary>An id that no experiment has yet.</summary>
    public string NewId(string name, DateTimeOffset now)
    {
        var id = string.Create(CultureInfo.InvariantCulture, $"{now.UtcDateTime:yyyyMMdd-HHmmss}-{name}");
        var distinct = id;
        for (var ordinal = 2; File.Exists(PathOf(distinct)); ordinal++)
            distinct = $"{id}-{ordinal}";
        return distinct;
    }

    private string PathOf(string id) => state.File(id + Suffix);

    private string SamplesOf(string id) => state.File(id + ".samples.jsonl");

    private static ExperimentRecord? Read(string path)
    {
        try
        {
            return
                JsonSerializer.Deserialize(SharedFile.ReadAllBytes(path), AgentJson.Default.ExperimentRecord)
                    is { Plan: { Id: not null, Name: not null } } record
                ? record
                : null;
        }
        catch (Exception e) when (e is JsonException or FileNotFoundException)
        {
            return null;
        }
    }

    private static ExperimentSample? Sample(string line)
    {
        try
        {
            return JsonSerializer.Deserialize(line, AgentJson.Default.ExperimentSample);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
