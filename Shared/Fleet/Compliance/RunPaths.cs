using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Compliance;

/// <summary>The addresses of compliance runs and their schedules, with the rules of <see cref="FleetPaths"/>.</summary>
public static class RunPaths
{
    /// <summary>
    /// GET → <see cref="ComplianceRun"/> list, newest first, without what belongs to each. POST <see cref="RunRequest"/> → 201
    /// <see cref="ComplianceRun"/>, which is made as soon as a server is free.
    /// </summary>
    public const string Runs = "/api/v1/compliance/runs";

    /// <summary>
    /// GET → <see cref="RunSchedule"/> list, by name. POST <see cref="ScheduleRequest"/> → 201 <see cref="RunSchedule"/>.
    /// </summary>
    public const string Schedules = "/api/v1/compliance/schedules";

    /// <summary>GET → <see cref="ComplianceRun"/>.</summary>
    public static string Run(string id) => $"{Runs}/{Uri.EscapeDataString(id)}";

    /// <summary>GET → its zip; the audit log records it.</summary>
    public static string RunFile(string id) => $"{Run(id)}/file";

    /// <summary>GET <c>?limit=1..10000</c> → <see cref="Fleet.Compliance.RunComparison"/>: what changed since an earlier run.</summary>
    public static string RunComparison(string earlier, string later) => $"{Run(later)}/since/{Uri.EscapeDataString(earlier)}";

    /// <summary>
    /// GET → its signed statements, a line each, for <c>iwtune verify-export</c>. POST <see cref="AttestRequest"/> → 201
    /// <see cref="ComplianceRun"/>.
    /// </summary>
    public static string RunAttestations(string id) => $"{Run(id)}/attestations";

    /// <summary>POST <see cref="ReasonRequest"/> → 204: its file is not deleted. DELETE <c>?reason=TEXT</c> → 204.</summary>
    public static string RunHold(string id) => $"{Run(id)}/hold";

    /// <summary>POST <see cref="ReaderLinkRequest"/> → 201 <see cref="CreatedReaderLink"/>.</summary>
    public static string RunLinks(string id) => $"{Run(id)}/links";

    /// <summary>DELETE → 204: it is refused from now on.</summary>
    public static string RunLink(string id, string link) => $"{RunLinks(id)}/{Uri.EscapeDataString(link)}";

    /// <summary>GET → its time stamp.</summary>
    public static string RunTimestamp(string id) => $"{Run(id)}/timestamp";

    /// <summary>DELETE <c>?reason=TEXT</c> → 204; its runs stay.</summary>
    public static string Schedule(string id) => $"{Schedules}/{Uri.EscapeDataString(id)}";
}
