using System.Text.Json;
using IwTune.Shared.Formatting;

namespace IwTune.Agent.Engine.State;

/// <summary>Why a file of the state directory cannot be read, as a sentence.</summary>
internal static class Damage
{
    /// <summary>The line that is damaged, from 1.</summary>
    public static long LineOf(JsonException damage) => (damage.LineNumber ?? 0) + 1;

    /// <summary>The JSON reader's own text names types of this program, which do not help to repair the file.</summary>
    public static string Of(Exception e) =>
        e is JsonException damage ? Invariant.Text($"It is damaged in line {LineOf(damage)}.") : e.Message;
}
