using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>What ended the first flight of a host that was probed, in two words.</summary>
internal static class FlightVerdictText
{
    public static string Of(FlightVerdict verdict) =>
        verdict switch
        {
            FlightVerdict.IwLimited => "initial window",
            FlightVerdict.DataLimited => "answer",
            _ => "receive window",
        };
}
