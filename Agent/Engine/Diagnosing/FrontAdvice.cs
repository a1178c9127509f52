namespace IwTune.Agent.Engine.Diagnosing;

/// <summary>
/// For a host whose window cannot be set: the machine that ends its users' connections decides. docs/front.md has both files.
/// </summary>
internal static class FrontAdvice
{
    public const string Text =
        "Or put a proxy on a host with a current kernel in front and set the window there (docs/front.md). nginx: 'upstream app { server "
        + "HOST:PORT; keepalive 32; }', then 'proxy_pass http://app; proxy_http_version 1.1; proxy_set_header Connection \"\";'. HAProxy: "
        + "'http-reuse safe' and 'server app1 HOST:PORT' in the backend.";
}
