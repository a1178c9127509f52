using System.Globalization;
using IwTune.Soak.Running;

namespace IwTune.Soak.Passing;

/// <summary>What the server has counted of the calls of its hosts.</summary>
/// <param name="CheckIns">Accepted check-ins.</param>
/// <param name="ReportLines">Stored lines of reports.</param>
internal sealed record Counters(double CheckIns, double ReportLines)
{
    /// <summary>Reads them from <c>/metrics</c>.</summary>
    public static async Task<Counters> OfAsync(SoakGround ground)
    {
        var lines = (await ground.Administrator.GetAsync("/metrics")).Split('\n');
        return new(Sum(lines, "iwtune_checkins_total"), Sum(lines, "iwtune_report_lines_total"));
    }

    private static double Sum(IEnumerable<string> lines, string name) =>
        lines
            .Where(line => line.StartsWith(name + " ", StringComparison.Ordinal) || line.StartsWith(name + "{", StringComparison.Ordinal))
            .Sum(line => double.Parse(line.Split(' ')[1], CultureInfo.InvariantCulture));
}
