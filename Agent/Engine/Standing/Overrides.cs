using System.Text.Json;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Engine.Standing;

/// <summary>The local overrides of a host, on disk.</summary>
public static class Overrides
{
    /// <summary>The file in the state directory.</summary>
    public const string Name = "overrides.json";

    /// <summary>Every override; the one for a single target takes precedence over the one for all.</summary>
    /// <exception cref="StateUnusableException">
    /// The file exists and cannot be read; without knowing what a person set on purpose nothing may be set.
    /// </exception>
    public static IReadOnlyList<LocalOverride> Read(StateDirectory state)
    {
        var path = state.File(Name);
        try
        {
            var read = JsonSerializer.Deserialize(SharedFile.ReadAllBytes(path), AgentJson.Default.IReadOnlyListLocalOverride);
            return read is not null && read.All(one => one is { Target: not null, By: not null, Reason: not null })
                ? read
                : throw new JsonException();
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return [];
        }
        catch (Exception e) when (e is JsonException or IOException or UnauthorizedAccessException)
        {
            throw new StateUnusableException(
                $"{path} cannot be read: {Damage.Of(e)} Repair it, or remove it to follow the policy everywhere.",
                e
            );
        }
    }

    /// <summary>Replaces all overrides, on the disk when this returns.</summary>
    /// <exception cref="IOException">The disk does not take it.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not write there.</exception>
    public static void Write(StateDirectory state, IReadOnlyList<LocalOverride> overrides)
    {
        if (overrides.Count == 0)
            DurableFile.Remove(state.File(Name));
        else
            DurableFile.Replace(
                state.File(Name),
                JsonSerializer.SerializeToUtf8Bytes(overrides, AgentJson.Default.IReadOnlyListLocalOverride)
            );
    }

    /// <summary>Targets have other names from now on, because an interface was renamed; what a person set on them stays.</summary>
    /// <param name="state">The state directory.</param>
    /// <param name="names">New names by the old ones.</param>
    public static void Rename(StateDirectory state, IReadOnlyDictionary<string, string> names)
    {
        try
        {
            var overrides = Read(state);
            if (overrides.Any(one => names.ContainsKey(one.Target)))
                Write(state, [.. overrides.Select(one => one with { Target = names.GetValueOrDefault(one.Target, one.Target) })]);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or StateUnusableException)
        {
            // The journal is in the same directory: its new names are not stored either, and the next process finds the rename again.
        }
    }

    /// <summary>Adds one; it replaces an earlier one for the same target.</summary>
    public static IReadOnlyList<LocalOverride> With(this IReadOnlyList<LocalOverride> overrides, LocalOverride added) =>
        [.. overrides.Without(added.Target), added];

    /// <summary>Removes one.</summary>
    public static IReadOnlyList<LocalOverride> Without(this IReadOnlyList<LocalOverride> overrides, string target) =>
        [.. overrides.Where(one => one.Target != target)];
}
