using System.Globalization;
using IwTune.Agent.Cli.Output;

namespace IwTune.Agent.Cli.Predicting;

/// <summary>The predictions by RFC 4180: the same columns for every question.</summary>
internal static class ForecastCsv
{
    public static void Write(TextWriter to, List<PredictedRow> rows)
    {
        to.WriteLine("size,rtt_ms,iw,rounds,ms,saved_ms,first_flight,sent,sent_again,timeouts,origin_ms");
        foreach (var row in rows)
        {
            to.WriteLine(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{row.Size},{row.RttMs},{row.Iw},{row.Rounds},{row.Ms},{row.SavedMs},{row.Effective},{row.Sent},{row.Resent},"
                        + $"{row.Timeouts},{row.OriginMs}"
                )
            );
        }
    }
}
