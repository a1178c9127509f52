using System.Diagnostics;
using System.Net;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Storage;

namespace IwTune.Server.Hosting.Requests;

/// <summary>The current call, for refusals and lines of the log that are made far from it.</summary>
internal static class CurrentCall
{
    private const int Longest = 500;
    private static readonly AsyncLocal<Call?> Told = new();

    /// <summary>Its path, escaped as it came; <see langword="null"/> outside a call.</summary>
    public static string? Path => Told.Value?.Path;

    /// <summary>Where it comes from, as <see cref="Features.Audit.Origin"/> says it; <see langword="null"/> outside a call.</summary>
    public static string? Origin => Told.Value?.Origin;

    /// <summary>Why it was refused, a sentence; <see langword="null"/> when it was not, or has no reason but its status.</summary>
    public static string? Refusal => Told.Value?.Refusal;

    /// <summary>The host that calls, as the audit log writes it; <see langword="null"/> for other callers, and before its proof.</summary>
    public static string? Host => Told.Value?.Host;

    /// <summary>What the page of a failure and its line in the log both name; <see langword="null"/> outside a call.</summary>
    public static string? Number =>
        Told.Value?.Context is { } context ? Activity.Current?.TraceId.ToString() ?? context.TraceIdentifier : null;

    /// <summary>Caller, origin and request, for a line of the log; empty outside a call.</summary>
    public static string Described
    {
        get
        {
            if (Told.Value is not { } call)
                return "";
            var who = call.Context?.User is { Identity: Caller } user ? user.Actor() : call.Host;
            return $"{(who is null ? "" : who + " ")}from {call.Origin}: {call.Method} {call.Path}";
        }
    }

    public static async Task TellAsync(HttpContext context, RequestDelegate next)
    {
        var path = (context.Request.PathBase + context.Request.Path).ToUriComponent();
        var call = new Call(
            context.Request.Method,
            path.Length > Longest ? path[..Longest] : path,
            context.Connection.RemoteIpAddress,
            context.Request.Headers.UserAgent.ToString()
        )
        {
            Context = context,
        };
        // Inside an async method, so that the next call on the same connection does not inherit it.
        Told.Value = call;
        CallWrites.Begin();
        try
        {
            await next(context);
        }
        finally
        {
            // What the call left running must not see the caller of a later one, for which the framework uses the same object.
            call.Context = null;
        }
    }

    /// <summary>A host proved who it is.</summary>
    public static void IsOf(string host)
    {
        if (Told.Value is { } call)
            call.Host = $"host:{host}";
    }

    public static void IsRefused(string reason)
    {
        if (Told.Value is { } call)
            call.Refusal = reason;
    }

    private sealed class Call(string method, string path, IPAddress? address, string program)
    {
        private string? _origin;

        public string Method { get; } = method;
        public string Path { get; } = path;

        /// <summary>Made when it is needed: most calls write nothing.</summary>
        public string Origin => _origin ??= Features.Audit.Origin.Of(address, program);

        public HttpContext? Context { get; set; }
        public string? Host { get; set; }
        public string? Refusal { get; set; }
    }
}
