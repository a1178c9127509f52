namespace IwTune.Agent.Windows.Authors.Logs;

/// <summary>Reads the event logs of this host.</summary>
public interface IEventLogs
{
    /// <summary>Reads the newest events of each query, within a time limit for all of them together.</summary>
    /// <param name="queries">What to read.</param>
    /// <param name="ct">The caller gave up.</param>
    /// <returns>One answer for each query, in their order. A log that cannot be read is an answer, not an exception.</returns>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    ValueTask<IReadOnlyList<LogReading>> ReadAsync(IReadOnlyList<LogQuery> queries, CancellationToken ct);
}

/// <summary>Which events of one log.</summary>
/// <param name="Log">The log's name: <c>Security</c>.</param>
/// <param name="Filter">An XPath expression over the event.</param>
/// <param name="Most">How many events at most, the newest first.</param>
public sealed record LogQuery(string Log, string Filter, int Most);

/// <summary>What a log answered.</summary>
/// <param name="Events">Each event as XML, the newest first.</param>
/// <param name="Problem">Why there is no complete answer, as words; empty when there is one.</param>
public sealed record LogReading(IReadOnlyList<string> Events, string Problem = "");

/// <summary>A host whose event logs cannot be read.</summary>
internal sealed class NoEventLogs : IEventLogs
{
    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<LogReading>> ReadAsync(IReadOnlyList<LogQuery> queries, CancellationToken ct) =>
        ValueTask.FromResult<IReadOnlyList<LogReading>>([.. queries.Select(_ => new LogReading([], "event logs cannot be read here"))]);
}
