using System.Globalization;

namespace IwTune.Shared.Impact;

/// <summary>The effect of a change on the fleet in the one sentence that command line and console share.</summary>
public static class ImpactWords
{
    /// <summary><c>210 of 210 hosts move to another revision or policy; no window changes.</c></summary>
    /// <param name="affected">Hosts that would be required to have another revision than now, or another policy, or none.</param>
    /// <param name="fleet">Hosts of the fleet.</param>
    /// <param name="windows">Initial windows that would be set or restored on these hosts.</param>
    /// <param name="held">Hosts that would be affected too, were they not held at the server.</param>
    public static string Of(int affected, int fleet, int windows, int held = 0) => Moves(affected, fleet, windows) + Kept(held);

    /// <summary><c> 2 held hosts keep their revisions.</c>, with the space before it; empty for none.</summary>
    public static string Kept(int held) =>
        held switch
        {
            0 => "",
            1 => " 1 held host keeps its revision.",
            _ => string.Create(CultureInfo.InvariantCulture, $" {held:#,0} held hosts keep their revisions."),
        };

    private static string Moves(int affected, int fleet, int windows)
    {
        if (affected == 0)
            return fleet <= 1
                ? "Nothing changes for any host."
                : string.Create(CultureInfo.InvariantCulture, $"Nothing changes for any of {fleet:#,0} hosts.");
        var move = affected == 1 ? "moves" : "move";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{affected:#,0} of {fleet:#,0} hosts {move} to another revision or policy; {Change(windows)}."
        );
    }

    private static string Change(int count) =>
        count switch
        {
            0 => "no window changes",
            1 => "1 window changes",
            _ => string.Create(CultureInfo.InvariantCulture, $"{count:#,0} windows change"),
        };
}
