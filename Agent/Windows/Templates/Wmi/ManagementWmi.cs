using System.Management;
using System.Runtime.Versioning;

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
    public async ValueTask<WmiAnswer> ListAsync(string className, CancellationToken ct) =>
        await CallAsync(
            () =>
            {
                using var search = new ManagementObjectSearcher(
                    new ManagementScope(Namespace),
                    new SelectQuery(className),
                    new System.Management.EnumerationOptions { Timeout = Limit, ReturnImmediately = false }
                );
                using var found = search.Get();
                return new WmiAnswer([.. found.Cast<ManagementBaseObject>().Select(Bag)]);
            },
            error => new WmiAnswer([], error),
            ct
        );

    /// <inheritdoc/>
    public ValueTask<WmiError?> CreateAsync(string className, IReadOnlyDictionary<string, object> properties, CancellationToken ct) =>
        WriteAsync(
            () =>
            {
                using var type = new ManagementClass(new ManagementScope(Namespace), new ManagementPath(className), null);
                using var made = type.CreateInstance();
                foreach (var (name, value) in properties)
                    made[name] = value;
                made.Put(new PutOptions { Type = PutType.CreateOnly, Timeout = Limit });
            },
            ct
        );

    /// <inheritdoc/>
    public ValueTask<WmiError?> SetAsync(string path, string property, object value, CancellationToken ct) =>
        WriteAsync(
            () =>
            {
                using var there = new ManagementObject(path);
                there[property] = value;
                there.Put(new PutOptions { Type = PutType.UpdateOnly, Timeout = Limit });
            },
            ct
        );

    /// <inheritdoc/>
    public ValueTask<WmiError?> DeleteAsync(string path, CancellationToken ct) =>
        WriteAsync(
            () =>
            {
                using var there = new ManagementObject(path);
                there.Delete();
            },
            ct
        );

    /// <inheritdoc/>
    public void Dispose() => _calls.Dispose();

    private async ValueTask<WmiError?> WriteAsync(Action write, CancellationToken ct) =>
        (
            await CallAsync(
                () =>
                {
                    write();
                    return new WmiAnswer([]);
                },
                error => new WmiAnswer([], error),
                ct
            )
        ).Error;

    private async ValueTask<T> CallAsync<T>(Func<T> call, Func<WmiError, T> failed, CancellationToken ct)
        where T : class
    {
        try
        {
            // A call into WMI cannot be stopped from outside; it is left behind.
            var (ended, result) = await _calls.RunAsync(call, () => { }, ct);
            return ended ? result! : failed(new WmiError(WmiError.TimedOut, "No answer."));
        }
        catch (ManagementException refused)
        {
            return failed(new WmiError((int)refused.ErrorCode, refused.Message));
        }
        catch (Exception broken) when (broken is not OperationCanceledException)
        {
            // COM itself, or missing parts: an entry point of wminet_utils.dll, the .NET Framework that it belongs to.
            return failed(new WmiError(broken.HResult, broken.Message));
        }
    }

    private static Dictionary<string, object?> Bag(ManagementBaseObject found)
    {
        using (found)
        {
            var bag = found
                .Properties.Cast<PropertyData>()
                .ToDictionary(property => property.Name, property => (object?)property.Value, StringComparer.OrdinalIgnoreCase);
            bag[WmiAnswer.PathProperty] = (found as ManagementObject)?.Path.Path;
            return bag;
        }
    }
}
