using System.Runtime.InteropServices;

namespace IwTune.Agent.Engine.Experiments;

/// <summary>The counts of one arm so far.</summary>
/// <param name="Connections">Connections that ended and count.</param>
/// <param name="Judged">Those whose first flight can be judged.</param>
/// <param name="Lost">Those of them that lost some of it.</param>
/// <param name="WithAgain">Connections that sent data again.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct ArmCounts(long Connections, long Judged, long Lost, long WithAgain)
{
    /// <summary>With one more connection.</summary>
    public ArmCounts With(ExperimentSample sample) =>
        new(
            Connections + 1,
            Judged + (sample.Lost is null ? 0 : 1),
            Lost + (sample.Lost == true ? 1 : 0),
            WithAgain + (sample.SentAgain > 0 ? 1 : 0)
        );
}
