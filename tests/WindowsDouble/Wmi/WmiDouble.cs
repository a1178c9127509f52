using System.Globalization;
using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.PowerShell;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.WindowsDouble.Wmi;

/// <summary>Queries of root/StandardCimv2 over an emulated Windows. Every value has the type of its property.</summary>
/// <param name="machine">The Windows.</param>
public sealed class WmiDouble(EmulatedWindows machine)
{
    private static readonly string[] Applied = ["Internet", "Datacenter", "Compat", "DatacenterCustom", "InternetCustom"];

    /// <summary>Lists the objects of a class whose properties have these numbers.</summary>
    public WmiResult List(string className, IReadOnlyList<(string Property, int Value)> where) =>
        machine.Serve(
            Tool.Wmi,
            writes: false,
            string.Join(' ', where.Select(one => $"{one.Property}={one.Value}").Prepend($"wmi {className}")),
            access =>
            {
                var result = Struck(access, () => Answer(access.Seen, WmiClass.Named(className), where));
                return (
                    result,
                    result.Error is { } code ? string.Create(CultureInfo.InvariantCulture, $"0x{code:X8}") : $"{result.Rows.Count} rows"
                );
            }
        );

    private static WmiResult Struck(Access access, Func<WmiResult> answer)
    {
        // HRESULT_FROM_WIN32(ERROR_TIMEOUT): what the agent makes of a call that does not end.
        if (access.Fault(FaultKind.Hang) is not null || access.Fault(FaultKind.HangAfterwards) is not null)
            return new([], unchecked((int)0x800705B4));
        if (access.Fault(FaultKind.Broken) is not null)
            return new([], unchecked((int)0x80041001));
        // WBEM_E_ACCESS_DENIED.
        if (access.Fault(FaultKind.Denied) is not null)
            return new([], unchecked((int)0x80041003));
        var given = answer();
        return access.Fault(FaultKind.Garbage) is null
            ? given
            : given with
            {
                Rows =
                [
                    .. given.Rows.Select(row => row.ToDictionary(one => one.Key, _ => (object?)"\u0000\uFFFD", StringComparer.Ordinal)),
                ],
            };
    }

    private static WmiResult Answer(MachineState state, WmiClass type, IReadOnlyList<(string Property, int Value)> where)
    {
        // WBEM_E_INVALID_CLASS.
        if (!Profile.Of(state.Profile).HasCmdlets)
            return new([], unchecked((int)0x80041010));
        var rows =
            type == WmiClass.Setting ? SettingRows.Of(state, RowForm.Numbers).Select(row => type.Object(Typed(row)))
            : type == WmiClass.Filter ? state.Filters.Prepend(new FilterState(state.Default)).Select(Filter)
            : state.Connections.Select(Connection);
        return new([
            .. rows.Where(row =>
                where.All(one => Convert.ToInt64(row.GetValueOrDefault(one.Property), CultureInfo.InvariantCulture) == one.Value)
            ),
        ]);
    }

    // Names without a known number: PowerShell shows them, the class has a number that is not documented.
    private static IEnumerable<(string, object?)> Typed(IReadOnlyDictionary<string, object?> row) =>
        row.Where(one => one.Key is not ("PSComputerName" or "RunspaceId"))
            .Select(one => (one.Key, one is { Key: "CongestionProvider", Value: string } ? (byte)99 : one.Value));

    private static IReadOnlyDictionary<string, object?> Filter(FilterState filter) =>
        WmiClass.Filter.Object([
            ("SettingName", filter.SettingName),
            ("Protocol", (ushort)(filter.Protocol == "UDP" ? 17 : 6)),
            ("LocalPortStart", filter.LocalPortStart),
            ("LocalPortEnd", filter.LocalPortEnd),
            ("RemotePortStart", filter.RemotePortStart),
            ("RemotePortEnd", filter.RemotePortEnd),
            ("DestinationPrefix", filter.DestinationPrefix),
        ]);

    private static IReadOnlyDictionary<string, object?> Connection(ConnectionState connection) =>
        WmiClass.Connection.Object([
            ("LocalAddress", connection.LocalAddress),
            ("LocalPort", connection.LocalPort),
            ("RemoteAddress", connection.RemoteAddress),
            ("RemotePort", connection.RemotePort),
            ("AppliedSetting", Array.IndexOf(Applied, connection.AppliedSetting) is >= 0 and var at ? (byte)at : null),
            ("OwningProcess", connection.OwningProcess),
        ]);
}

/// <summary>The result of a query.</summary>
/// <param name="Rows">The objects.</param>
/// <param name="Error">An HRESULT; <see langword="null"/> when there is none.</param>
public sealed record WmiResult(IReadOnlyList<IReadOnlyDictionary<string, object?>> Rows, int? Error = null);
