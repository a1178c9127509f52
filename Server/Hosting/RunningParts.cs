namespace IwTune.Server.Hosting;

internal static class RunningParts
{
    /// <summary>A part that runs by itself as long as the server does, and that others ask.</summary>
    public static IServiceCollection AddRunning<T>(this IServiceCollection services)
        where T : class, IHostedService => services.AddSingleton<T>().AddHostedService(provider => provider.GetRequiredService<T>());
}
