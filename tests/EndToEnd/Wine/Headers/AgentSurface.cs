using System.CodeDom.Compiler;
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Loader;
using IwTune.Lab;

namespace IwTune.EndToEnd.Wine.Headers;

/// <summary>
/// What the agent has of Windows' structures, numbers and calls, in the words of layouts.c. It is read from the program that the other
/// tests run under Wine, before it was compiled for Windows; it has the calls of that build, too.
/// </summary>
internal sealed class AgentSurface
{
    private const BindingFlags Members =
        BindingFlags.DeclaredOnly | BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    private static readonly string[] Namespaces = ["IwTune.Agent.Windows", "IwTune.Agent.Local.Pipes"];

    private readonly List<Type> types;

    public AgentSurface()
    {
        var others = Path.GetDirectoryName(Binaries.FrameworkAgent)!;
        var context = new AssemblyLoadContext("agent for Windows");
        context.Resolving += (_, name) =>
            Path.Combine(others, name.Name + ".dll") is var there && File.Exists(there) ? context.LoadFromAssemblyPath(there) : null;
        types = [.. context.LoadFromAssemblyPath(Binaries.WineAgentAssembly).GetTypes().Where(type => !IsGenerated(type))];
        Said = Sizes()
            .Concat(Fields())
            .Concat(Literals())
            .Concat(Functions())
            .Concat(Callbacks())
            .ToDictionary(one => (one.Kind, one.Ours), one => one.Said);
    }

    /// <summary>What it has, by kind and name.</summary>
    public IReadOnlyDictionary<(string Kind, string Ours), string> Said { get; }

    /// <summary>The library from which the agent loads each function.</summary>
    public IEnumerable<(string Function, string Library)> Imports =>
        from method in NativeMethods()
        let import = method.GetCustomAttribute<DllImportAttribute>()!
        select (import.EntryPoint ?? method.Name, Path.ChangeExtension(import.Value, ".dll").ToLowerInvariant());

    /// <summary>The result of a static method of the agent.</summary>
    public object? Call(string type, string method, params object[] arguments) =>
        types.Single(one => NameOf(one) == type).GetMethod(method, Members)!.Invoke(null, arguments);

    private IEnumerable<Type> OfWindows => types.Where(type => Array.Exists(Namespaces, space => IsIn(type, space)));

    /// <summary>Structures of our own have no layout that anything depends on, and say so (<see cref="LayoutKind.Auto"/>).</summary>
    private IEnumerable<Type> Structures => OfWindows.Where(type => type is { IsValueType: true, IsEnum: false, IsAutoLayout: false });

    private IEnumerable<(string Kind, string Ours, string Said)> Sizes() =>
        Structures.Select(type => ("size", NameOf(type), Marshal.SizeOf(type).ToString(CultureInfo.InvariantCulture)));

    private IEnumerable<(string Kind, string Ours, string Said)> Fields() =>
        from type in Structures
        from field in type.GetFields(Members)
        where !field.IsStatic
        select ("field", $"{NameOf(type)}.{field.Name}", $"{Marshal.OffsetOf(type, field.Name)} {SizeOf(field.FieldType)}");

    /// <summary>Numbers, and the texts of types that call Windows.</summary>
    private IEnumerable<(string Kind, string Ours, string Said)> Literals() =>
        from type in OfWindows
        from field in type.GetFields(Members)
        where field.IsLiteral
        let value = field.GetRawConstantValue()
        let isText = value is string
        where value is not (null or bool or double) && (!isText || type.GetMethods(Members).Any(IsNative))
        select (isText ? "text" : "value", $"{NameOf(type)}.{field.Name}", isText ? (string)value : Unsigned(value));

    private IEnumerable<(string Kind, string Ours, string Said)> Functions() =>
        NativeMethods()
            .Select(method => ("function", method.GetCustomAttribute<DllImportAttribute>()!.EntryPoint ?? method.Name, Signature(method)));

    private IEnumerable<(string Kind, string Ours, string Said)> Callbacks() =>
        from type in OfWindows
        from method in type.GetMethods(Members)
        where method.IsDefined(typeof(UnmanagedCallersOnlyAttribute))
        select ("callback", $"{NameOf(type)}.{method.Name}", Signature(method));

    /// <summary>As the source generator declares them: with the types that cross the border.</summary>
    private IEnumerable<MethodInfo> NativeMethods() =>
        types
            .SelectMany(type => type.GetMethods(Members))
            .Where(method => IsNative(method) && method.GetCustomAttribute<DllImportAttribute>()!.Value is not ("libc" or "libc.so.6"));

    private static bool IsNative(MethodInfo method) => method.Attributes.HasFlag(MethodAttributes.PinvokeImpl);

    private static string Signature(MethodInfo method) =>
        string.Join(' ', method.GetParameters().Select(parameter => parameter.ParameterType).Prepend(method.ReturnType).Select(SizeOf));

    private static int SizeOf(Type type) =>
        type == typeof(void) ? 0
        : type.IsPointer || type.IsFunctionPointer || type == typeof(nint) || type == typeof(nuint) ? 8
        : type.IsEnum ? Marshal.SizeOf(Enum.GetUnderlyingType(type))
        : type.IsPrimitive ? Marshal.SizeOf(type)
        : throw new NotSupportedException($"{type} does not cross the border to Windows as it is");

    /// <summary>A negative HRESULT is the same 32 bits.</summary>
    private static string Unsigned(object value) =>
        value is int or short or sbyte
            ? unchecked((uint)Convert.ToInt32(value, CultureInfo.InvariantCulture)).ToString(CultureInfo.InvariantCulture)
            : Convert.ToString(value, CultureInfo.InvariantCulture)!;

    private static string NameOf(Type type) => type.FullName![((type.Namespace?.Length ?? -1) + 1)..].Replace('+', '.');

    private static bool IsIn(Type type, string space) =>
        type.Namespace is { } own && (own == space || own.StartsWith(space + ".", StringComparison.Ordinal));

    private static bool IsGenerated(Type type) =>
        type.IsDefined(typeof(CompilerGeneratedAttribute))
        || type.IsDefined(typeof(GeneratedCodeAttribute))
        || (type.DeclaringType is { } outer && IsGenerated(outer));
}
