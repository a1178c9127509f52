using System.Diagnostics;
using IwTune.Server.Features.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Reports;

/// <summary>The report lines of one call, before they are stored.</summary>
/// <param name="host">Whose they are.</param>
/// <param name="lines">The lines, with the rows they become.</param>
internal sealed class ReportPost(FleetHost host, IReadOnlyList<LineRows> lines)
{
    private readonly TaskCompletionSource<ReportsReply> _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public FleetHost Host => host;

    /// <summary>The call that brought them.</summary>
    public ActivityContext From { get; } = Activity.Current?.Context ?? default;

    public IReadOnlyList<LineRows> Lines => lines;

    /// <summary>Done once everything up to the number in the reply is durable.</summary>
    public Task<ReportsReply> Done => _done.Task;

    public void Answer(ReportsReply reply) => _done.TrySetResult(reply);

    public void Fail(Exception fault) => _done.TrySetException(fault);
}
