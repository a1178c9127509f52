using IwTune.Agent.Windows.Templates.PowerShell;

namespace IwTune.Agent.Windows.TransportFilters;

/// <summary>Get-, New- and Remove-NetTransportFilter.</summary>
internal sealed class PowerShellFilterTable(IPowerShell powerShell, WindowsVersion version) : IFilterTable
{
    private static readonly PowerShellCommand Get = CmdletCommand.With("Get-NetTransportFilter");

    /// <inheritdoc/>
    public async ValueTask<FilterReading> ReadAsync(CancellationToken ct)
    {
        if (powerShell.Absent is { } why)
            return new([], why);
        var answer = await powerShell.InvokeAsync(Get, ct);
        return answer.Error is { } error ? new([], CmdletFaults.Sentence(Get.Name, error, version)) : FilterRows.Read(answer.Rows);
    }

    /// <inheritdoc/>
    public ValueTask<string> AddAsync(TransportFilter filter, CancellationToken ct) =>
        RunAsync(filter, () => CmdletCommand.With("New-NetTransportFilter", FilterRows.Fields(filter)), ct);

    /// <inheritdoc/>
    /// <remarks>
    /// Every field is named: a selection by fewer could match filters of other programs. Remove takes lists where New takes one value.
    /// </remarks>
    public ValueTask<string> RemoveAsync(TransportFilter filter, CancellationToken ct) =>
        RunAsync(
            filter,
            () =>
                CmdletCommand.With(
                    "Remove-NetTransportFilter",
                    FilterRows.Fields(filter).Select(field => (field.Name, Listed(field.Value)))
                ),
            ct
        );

    private async ValueTask<string> RunAsync(TransportFilter filter, Func<PowerShellCommand> command, CancellationToken ct)
    {
        if (powerShell.Absent is { } why)
            return why;
        if (FilterRows.Impossible(filter) is { Length: > 0 } impossible)
            return impossible;
        var made = command();
        return (await powerShell.InvokeAsync(made, ct)).Error is not { } error ? ""
            // A filter that is gone already need not be removed.
            : made.Name.StartsWith("Remove-", StringComparison.Ordinal)
            && CmdletFaults.Of(made.Name, error, version) == CmdletFault.NotFound
                ? ""
            : CmdletFaults.Sentence(made.Name, error, version);
    }

    private static object Listed(object value) => value is ushort port ? new[] { port } : new[] { (string)value };
}
