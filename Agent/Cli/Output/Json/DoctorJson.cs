using System.Text.Json;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Output.Json;

/// <summary>What <c>doctor --json</c> writes.</summary>
internal static class DoctorJson
{
    public static void Write(TextWriter to, IReadOnlyList<Diagnosis> found) =>
        to.WriteLine(
            JsonSerializer.Serialize(
                new ExaminedHost(
                    Count(found, Health.Problem),
                    Count(found, Health.Advice),
                    Count(found, Health.Ok),
                    Count(found, Health.NotKnown),
                    found
                ),
                ToolsJson.Shown.ExaminedHost
            )
        );

    public static int Count(IReadOnlyList<Diagnosis> found, Health health) => found.Count(diagnosis => diagnosis.Health == health);
}

internal sealed record ExaminedHost(int Problems, int Advice, int Ok, int NotKnown, IReadOnlyList<Diagnosis> Checks);
