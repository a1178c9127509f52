using System.Net;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.Probing;

/// <summary>Reads which template a connection got, as the system itself reports it.</summary>
internal interface IAppliedSetting
{
    /// <returns><see langword="null"/> when the system does not say.</returns>
    ValueTask<AppliedSetting?> OfAsync(IPEndPoint local, IPEndPoint remote, CancellationToken ct);
}

/// <summary>The template that the system reports for a connection.</summary>
/// <param name="Template">The template.</param>
/// <param name="Why">How that is known, as a phrase.</param>
internal sealed record AppliedSetting(TemplateName Template, string Why)
{
    /// <summary>True when the meaning of the report is an assumption; the round trip and the window then count, too.</summary>
    public bool Assumed { get; init; }
}

/// <summary>
/// The first of several methods that gives an answer. One that does not end in time rests: it would hold up every turn, and stopping it
/// costs the other commands their PowerShell.
/// </summary>
/// <param name="clock">Times them.</param>
/// <param name="methods">The methods, best first.</param>
internal sealed class FirstAppliedSetting(TimeProvider clock, params IReadOnlyList<IAppliedSetting> methods) : IAppliedSetting
{
    /// <summary>How long one answer may take. On a host with very many connections Get-NetTCPConnection takes seconds.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <summary>How long a method rests after that.</summary>
    public static readonly TimeSpan Rest = TimeSpan.FromMinutes(10);

    private readonly DateTimeOffset[] _until = new DateTimeOffset[methods.Count];

    /// <inheritdoc/>
    public async ValueTask<AppliedSetting?> OfAsync(IPEndPoint local, IPEndPoint remote, CancellationToken ct)
    {
        for (var at = 0; at < methods.Count; at++)
        {
            if (_until[at] > clock.GetUtcNow())
                continue;
            using var limit = new CancellationTokenSource(Patience, clock);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, ct);
            try
            {
                if (await methods[at].OfAsync(local, remote, either.Token) is { } applied)
                    return applied;
            }
            catch (OperationCanceledException) when (!ct.IsCancellationRequested)
            {
                _until[at] = clock.GetUtcNow() + Rest;
            }
        }
        return null;
    }
}
