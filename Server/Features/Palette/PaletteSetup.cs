using IwTune.Server.Features.Palette.Sources;

namespace IwTune.Server.Features.Palette;

internal static class PaletteSetup
{
    /// <summary>In the order of the list.</summary>
    public static void AddPalette(this IServiceCollection services) =>
        services
            .AddScoped<IPaletteSource, PageEntries>()
            .AddScoped<IPaletteSource, ActionEntries>()
            .AddScoped<IPaletteSource, PolicyEntries>()
            .AddScoped<IPaletteSource, ViewEntries>()
            .AddScoped<IPaletteSource, HostEntries>()
            .AddScoped<IPaletteSource, RolloutEntries>()
            .AddScoped<IPaletteSource, ExceptionEntries>()
            .AddScoped<IPaletteSource, UserEntries>();
}
