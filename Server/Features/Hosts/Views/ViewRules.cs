using IwTune.Server.Features.Hosts.Pages;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts.Views;

/// <summary>What a view may look like.</summary>
internal static class ViewRules
{
    public const int MaxName = 80,
        Most = 50;

    private static readonly IReadOnlyList<string> Orders =
    [
        "name",
        "state",
        .. HostListColumns.All.Select(column => column.Sort).OfType<string>(),
    ];

    /// <summary>As it is stored: without blanks around its parts.</summary>
    public static SavedViewRequest Trimmed(SavedViewRequest request) =>
        new(
            (request.Name ?? "").Trim(),
            (request.Query ?? "").Trim(),
            (request.Sort ?? "").Trim(),
            string.IsNullOrWhiteSpace(request.Columns) ? HostColumnChoice.Usual : request.Columns.Trim(),
            request.Shared
        );

    /// <summary>Everything that is wrong with it.</summary>
    public static IReadOnlyList<PolicyProblem> Problems(SavedViewRequest request)
    {
        var problems = new List<PolicyProblem>();
        if (request.Name.Length is 0 or > MaxName || !ShownText.IsPlain(request.Name))
            problems.Add(
                new(
                    "name",
                    request.Name.Length == 0 ? null : request.Name[..Math.Min(request.Name.Length, 40)],
                    $"a name has 1 to {MaxName} printable characters on one line",
                    0,
                    0
                )
            );
        if (HostSearch.Parse(request.Query) is { Filter: null, Problem: var problem })
            problems.Add(new("query", request.Query, problem, 0, 0));
        if (request.Sort.Length > 0 && !IsOrder(request.Sort[(request.Sort[0] == '-' ? 1 : 0)..]))
            problems.Add(new("sort", request.Sort, $"is no order; the orders are {string.Join(", ", Orders)} and label:KEY", 0, 0));
        if (request.Columns is not (HostColumnChoice.Usual or HostColumnChoice.None))
            problems.AddRange(
                HostListColumns
                    .Read(request.Columns.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
                    .Problems.Select(wrong => new PolicyProblem("columns", request.Columns, wrong, 0, 0))
            );
        return problems;
    }

    private static bool IsOrder(string sort) => Orders.Contains(sort) || HostListColumns.IsLabel(sort);
}
