using System.Diagnostics.Metrics;

namespace IwTune.Server.Hosting;

/// <summary>What the server counts.</summary>
internal static class ServerMeters
{
    public const string Name = "IwTune.Server";
    private static readonly Meter Meter = new(Name);

    public static readonly Counter<long> CheckIns = Meter.CreateCounter<long>("iwtune_checkins", description: "Check-ins accepted.");
    public static readonly Counter<long> Enrolments = Meter.CreateCounter<long>("iwtune_enrolments", description: "Hosts that joined.");
    public static readonly Counter<long> ReportLines = Meter.CreateCounter<long>("iwtune_report_lines", description: "Report lines made durable.");
    public static readonly Counter<long> Publications = Meter.CreateCounter<long>("iwtune_publications", description: "Revisions published or rolled back to.");
    public static readonly Counter<long> SignInFailures = Meter.CreateCounter<long>("iwtune_signin_failures", description: "Sign-ins refused.");
}
