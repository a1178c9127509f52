using System.Collections;
using System.Collections.ObjectModel;

namespace System.Management.Automation;

/// <summary>One command at a time, in a runspace.</summary>
public sealed class PowerShell : IDisposable
{
    private readonly Dictionary<string, object> _parameters = new(StringComparer.OrdinalIgnoreCase);
    private readonly CancellationTokenSource _stopped = new();
    private string _command = "";

    public Runspaces.Runspace? Runspace { get; set; }

    public PSDataStreams Streams { get; } = new();

    public static PowerShell Create() => new();

    public PowerShell AddCommand(string cmdlet)
    {
        _command = cmdlet;
        return this;
    }

    public PowerShell AddParameter(string parameterName, object value)
    {
        _parameters.Add(parameterName, value);
        return this;
    }

    public Collection<PSObject> Invoke()
    {
        var engine = Runspace!.Engine;
        engine.Note($"begin {_command}");
        try
        {
            return new Collection<PSObject>([.. engine.Command(_command, _parameters, _stopped.Token)]);
        }
        catch (OperationCanceledException)
        {
            throw new RuntimeException(new ErrorRecord(new InvalidOperationException("The pipeline has been stopped."), "PipelineStopped"));
        }
        finally
        {
            engine.Note($"end {_command}");
        }
    }

    public void Stop()
    {
        Runspace!.Engine.Note("stop");
        _stopped.Cancel();
    }

    public void Dispose() { }
}

public sealed class PSDataStreams
{
    public PSDataCollection<ErrorRecord> Error { get; } = [];
}

public sealed class PSDataCollection<T> : Collection<T>;

public sealed class ErrorRecord(Exception exception, string fullyQualifiedErrorId)
{
    public Exception Exception { get; } = exception;

    public string FullyQualifiedErrorId { get; } = fullyQualifiedErrorId;
}

/// <summary>The exception of a command that must stop at errors.</summary>
public class RuntimeException(ErrorRecord record) : SystemException(record.Exception.Message)
{
    public virtual ErrorRecord ErrorRecord { get; } = record;
}

public sealed class PSObject(object baseObject, params IEnumerable<PSPropertyInfo> properties)
{
    public object BaseObject { get; } = baseObject;

    public PSMemberInfoCollection<PSPropertyInfo> Properties { get; } = new PropertyCollection([.. properties]);

    private sealed class PropertyCollection(IReadOnlyList<PSPropertyInfo> properties) : PSMemberInfoCollection<PSPropertyInfo>
    {
        public override IEnumerator<PSPropertyInfo> GetEnumerator() => properties.GetEnumerator();
    }
}

public abstract class PSMemberInfoCollection<T> : IEnumerable<T>
{
    public abstract IEnumerator<T> GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

public abstract class PSMemberInfo(string name)
{
    public string Name { get; } = name;

    public abstract object? Value { get; set; }
}

/// <summary>A property whose value is computed when it is read, and may fail then.</summary>
public class PSPropertyInfo(string name, Func<object?> value) : PSMemberInfo(name)
{
    public override object? Value
    {
        get => value();
        set => throw new NotSupportedException();
    }
}
