namespace IwTune.Server.Features.Compliance.Runs.Pages;

/// <summary>The addresses of these pages.</summary>
internal static class RunAddress
{
    public const string List = "/compliance/runs",
        New = "/compliance/runs/new",
        Comparison = "/compliance/runs/compare",
        NewSchedule = "/compliance/runs/schedules/new";

    public static string Run(string id) => $"{List}/{Uri.EscapeDataString(id)}";

    public static string RemoveSchedule(string id) => $"/compliance/runs/schedules/{Uri.EscapeDataString(id)}/remove";

    public static string Compare(string from, string to) => $"{Comparison}?from={Uri.EscapeDataString(from)}&to={Uri.EscapeDataString(to)}";
}
