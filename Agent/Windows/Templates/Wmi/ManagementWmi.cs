using System.Management;
using System.Runtime.Versioning;
using IwTune.Shared.Formatting;

namespace IwTune.Agent.Windows.Templates.Wmi;

/// <summary>WMI by System.Management, which needs the .NET Framework that every Windows with these classes carries.</summary>
/// <param name="clock">Times the limit.</param>
[SupportedOSPlatform("windows")]
internal sealed class ManagementWmi(TimeProvider clock) : IWmi, IDisposable
{
    private const string Namespace = @"root\StandardCimv2";
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    private readonly BoundedCalls _calls = new(Limit, clock);

    /// <inheritdoc/>
    public string? Absent => null;

    /// <inheritdoc/>
    public async ValueTask<WmiAnswer> ListAsync(
        string className,
        CancellationToken ct,
        params IReadOnlyList<(string Property, int Value)> where
    )
    {
        var condition = string.Join(" AND ", where.Select(one => Invariant.Text($"{one.Property} = {one.Value}")));
        try
        {
            // A call into WMI cannot be stopped from outside; it is left behind.
            var (ended, result) = await _calls.RunAsync(() => List(className, condition), () => { }, ct);
            return ended ? result! : Failed(WmiError.TimedOut, "No answer.");
        }
        catch (ManagementException refused)
        {
            return Failed((int)refused.ErrorCode, refused.Message);
        }
        catch (Exception broken) when (broken is not OperationCanceledException)
        {
            // COM itself, or missing parts: an entry point of wminet_utils.dll, the .NET Framework that it belongs to.
            return Failed(broken.HResult, broken.Message);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _calls.Dispose();

    private static WmiAnswer List(string className, string condition)
    {
        using var search = new ManagementObjectSearcher(
            new ManagementScope(Namespace),
            new SelectQuery(className, condition),
            new System.Management.EnumerationOptions { Timeout = Limit, ReturnImmediately = false }
        );
        using var found = search.Get();
        return new WmiAnswer([.. found.Cast<ManagementBaseObject>().Select(Bag)]);
    }

    private static Dictionary<string, object?> Bag(ManagementBaseObject found)
    {
        using (found)
            return found
                .Properties.Cast<PropertyData>()
                .ToDictionary(property => property.Name, property => (object?)property.Value, StringComparer.OrdinalIgnoreCase);
    }

    private static WmiAnswer Failed(int code, string text) => new([], new WmiError(code, text));
}
