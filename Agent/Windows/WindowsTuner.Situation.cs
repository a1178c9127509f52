using System.Globalization;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Facts;
using IwTune.Agent.Windows.Probing;

namespace IwTune.Agent.Windows;

/// <summary>What a probe must know of targets and of the host.</summary>
public sealed partial class WindowsTuner
{
    /// <summary>What decides now which template a connection gets.</summary>
    /// <exception cref="TunerUnavailableException">The templates cannot be read.</exception>
    internal ValueTask<TemplateSituation> SituationAsync(CancellationToken ct) =>
        AloneAsync(
            async () =>
            {
                var state = await LookAsync(ct);
                return new TemplateSituation
                {
                    Default = state.Default,
                    AutomaticUseCustom = state.UseCustom == true,
                    Windows = state
                        .Templates.Templates.Where(template => template.InitialCongestionWindow is not null)
                        .ToDictionary(template => template.Name, template => template.InitialCongestionWindow!.Value),
                    Filters =
                        state.Rules.Custom.Count == 0 ? []
                        : state.Filters.Problem.Length == 0 ? state.Filters.Filters
                        : null,
                    InitialRto = state
                        .Templates.Templates.Select(template => Milliseconds(template.Others.GetValueOrDefault("InitialRto")))
                        .Min(),
                };
            },
            ct
        );

    private static TimeSpan? Milliseconds(string? text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? TimeSpan.FromMilliseconds(number) : null;

    /// <summary>Templates and filters as they are now.</summary>
    /// <exception cref="TunerUnavailableException">The templates cannot be read.</exception>
    internal ValueTask<WindowsState> StateAsync(CancellationToken ct) => AloneAsync(() => LookAsync(ct), ct);

    /// <summary>
    /// What the templates add to the facts of the host, by the names of <see cref="TcpSetting"/>; empty when they cannot be read.
    /// </summary>
    internal IReadOnlyDictionary<string, string> Settings()
    {
        try
        {
            return SettingsOf(
                AloneAsync(() => LookAsync(CancellationToken.None), CancellationToken.None).AsTask().GetAwaiter().GetResult()
            );
        }
        catch (TunerUnavailableException)
        {
            return new Dictionary<string, string>(StringComparer.Ordinal);
        }
    }

    // Properties of MSFT_NetTCPSetting that are the same in every template.
    private static readonly (string Name, string Property)[] Told =
    [
        (TcpSetting.Ecn, "EcnCapability"),
        (TcpSetting.Timestamps, "Timestamps"),
        (TcpSetting.InitialRto, "InitialRto"),
    ];

    private static Dictionary<string, string> SettingsOf(WindowsState state)
    {
        var settings = new Dictionary<string, string>(StringComparer.Ordinal) { [TcpSetting.DefaultTemplate] = state.Default.ToString() };
        if (state.UseCustom is { } uses)
            settings[TcpSetting.AutomaticUseCustom] = uses ? "true" : "false";
        if (state.Find(state.Landing[0])?.CongestionProvider is { Length: > 0 } provider)
            settings[TcpSetting.CongestionProvider] = provider;
        foreach (var (name, property) in Told)
            if (state.Find(state.Landing[0])?.Others.GetValueOrDefault(property) is { Length: > 0 } value)
                settings[name] = value;
        return settings;
    }

    /// <summary>The template that holds a target's window, and the destination of a filter.</summary>
    /// <returns><see langword="null"/> for what is no target of Windows, and for a filter that is not there.</returns>
    internal static ProbedTarget? Probed(Target target)
    {
        try
        {
            var image = WindowsImage.Read(target.Raw);
            return (image.Template ?? image.Filter?.Setting) is { } template
                ? new ProbedTarget(template, image.Filter?.Match.Destination)
                : null;
        }
        catch (FormatException)
        {
            return null;
        }
    }
}
